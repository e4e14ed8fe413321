//! Arguments that name one of a few values.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Values, each with its name and its help, which may be empty.
pub type Named<T> = [(&'static str, &'static str, T)];

/// Returns a parser that lists the names in help texts and errors.
pub fn named<T: Clone + Send + Sync + 'static>(
    values: &'static Named<T>,
) -> impl TypedValueParser<Value = T> {
    let possible = values.iter().map(|&(name, help, _)| {
        let possible = PossibleValue::new(name);
        if help.is_empty() { possible } else { possible.help(help) }
    });
    PossibleValuesParser::new(possible).try_map(|name| {
        let value = values.iter().find(|(known, ..)| *known == name);
        value.map(|(_, _, value)| value.clone()).ok_or("unknown name")
    })
}
