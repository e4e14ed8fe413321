//! Parameters for SPSA, in OpenBench's line format.

use std::fmt;

use heirloom_flagship::tuning;
use serde::{Deserialize, Serialize};

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// The name of the UCI option.
    pub name: String,
    /// True if only whole numbers are sent to the engine.
    pub whole: bool,
    /// The initial value.
    pub start: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// The perturbation in the last iteration.
    pub c_end: f64,
    /// The learning rate in the last iteration.
    pub r_end: f64,
}

/// The usual [`Parameter::r_end`].
pub const R_END: f64 = 0.002;

/// Why a line is not a parameter.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct ParameterError {
    /// The line number, starting at 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: Reason,
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// It does not have seven fields.
    #[error("expected 7 fields: name, int|float, start, min, max, c_end, r_end; found {0}")]
    Fields(usize),
    /// The second field is not a type.
    #[error("the type is '{0}'; expected int or float")]
    Type(String),
    /// A field is not a number.
    #[error("{0} is '{1}'; expected a number")]
    Number(&'static str, String),
    /// The initial value is not between the smallest and largest value.
    #[error("start must be between min and max")]
    Range,
    /// A step or rate is not positive.
    #[error("{0} must be above 0")]
    Step(&'static str),
    /// The name is a duplicate.
    #[error("duplicate parameter {0}")]
    Duplicate(String),
    /// There are no parameters.
    #[error("no parameters; expected lines like: rfp_margin, int, 77, 30, 150, 6, 0.002")]
    Empty,
}

/// Reads lines of `name, int|float, start, min, max, c_end, r_end`, ignoring empty lines and those that begin
/// with `#`. Fails with the first invalid line.
pub fn parse(text: &str) -> Result<Vec<Parameter>, ParameterError> {
    let mut parameters: Vec<Parameter> = Vec::new();
    for (index, line) in
        text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
    {
        let failed = |reason| ParameterError { line: index + 1, reason };
        let parameter = parse_line(line).map_err(failed)?;
        if parameters.iter().any(|other| other.name.eq_ignore_ascii_case(&parameter.name)) {
            return Err(failed(Reason::Duplicate(parameter.name)));
        }
        parameters.push(parameter);
    }
    if parameters.is_empty() {
        return Err(ParameterError { line: 1, reason: Reason::Empty });
    }
    Ok(parameters)
}

fn parse_line(line: &str) -> Result<Parameter, Reason> {
    let words: Vec<&str> = line.split(',').map(str::trim).collect();
    let [name, kind, start, min, max, c_end, r_end] = words[..] else {
        return Err(Reason::Fields(words.len()));
    };
    let whole = match kind {
        "int" => true,
        "float" => false,
        other => return Err(Reason::Type(other.into())),
    };
    let number = |name, word: &str| {
        let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| Reason::Number(name, word.into()))
    };
    let parameter = Parameter {
        name: name.into(),
        whole,
        start: number("start", start)?,
        min: number("min", min)?,
        max: number("max", max)?,
        c_end: number("c_end", c_end)?,
        r_end: number("r_end", r_end)?,
    };
    if !(parameter.min..=parameter.max).contains(&parameter.start) {
        return Err(Reason::Range);
    }
    match (parameter.c_end > 0.0, parameter.r_end > 0.0) {
        (false, _) => Err(Reason::Step("c_end")),
        (_, false) => Err(Reason::Step("r_end")),
        _ => Ok(parameter),
    }
}

impl Parameter {
    /// Returns a value that the engine accepts: whole numbers are rounded up or down at random, with `chance`
    /// from 0 to 1, so that the mean is preserved.
    pub fn rounded(&self, value: f64, chance: f64) -> f64 {
        let value = value.clamp(self.min, self.max);
        if self.whole { (value + chance).floor().clamp(self.min.ceil(), self.max.floor()) } else { value }
    }

    /// Returns a value as text for an engine option.
    pub fn text(&self, value: f64) -> String {
        if self.whole { format!("{value:.0}") } else { format!("{}", (value * 1e6).round() / 1e6) }
    }
}

impl fmt::Display for Parameter {
    /// Formats the line that [`parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.whole { "int" } else { "float" };
        let Parameter { name, min, max, c_end, r_end, .. } = self;
        write!(f, "{name}, {kind}, {}, {min}, {max}, {c_end}, {r_end}", self.text(self.start))
    }
}

/// Returns all parameters of the flagship's search.
pub fn of_flagship() -> Vec<Parameter> {
    let parameter = |known: &tuning::Parameter| Parameter {
        name: known.name.into(),
        whole: true,
        start: known.value.into(),
        min: known.min.into(),
        max: known.max.into(),
        c_end: known.step,
        r_end: R_END,
    };
    tuning::PARAMETERS.iter().map(parameter).collect()
}

/// Formats a parameter with a new value as a line of the flagship's `params.rs`.
pub fn source_line(parameter: &Parameter, value: f64) -> String {
    let Parameter { name, min, max, c_end, .. } = parameter;
    format!("{name} = {:.0} in {min:.0}..={max:.0} step {c_end:?};", value.round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_what_they_print() {
        let text = "rfp_margin, int, 77, 30, 150, 6, 0.002\nspeed, float, 0.25, -1, 1.5, 0.05, 0.0015";
        let parameters = parse(&format!("# a comment\n\n{text}\n")).unwrap();
        let printed: Vec<String> = parameters.iter().map(Parameter::to_string).collect();
        assert_eq!(printed.join("\n"), text);
        assert_eq!(source_line(&parameters[0], 81.6), "rfp_margin = 82 in 30..=150 step 6.0;");
        let all = of_flagship();
        let text: Vec<String> = all.iter().map(Parameter::to_string).collect();
        assert_eq!(parse(&text.join("\n")).unwrap(), all);
    }

    #[test]
    fn errors_name_line_and_word() {
        let reason = |text: &str| parse(text).unwrap_err();
        assert_eq!(reason("a, int, 1, 0, 2, 1").reason, Reason::Fields(6));
        assert_eq!(
            reason("\na, bool, 1, 0, 2, 1, 1"),
            ParameterError { line: 2, reason: Reason::Type("bool".into()) }
        );
        assert_eq!(reason("a, int, 1, 0, x, 1, 1").reason, Reason::Number("max", "x".into()));
        assert_eq!(reason("a, int, 3, 0, 2, 1, 1").reason, Reason::Range);
        assert_eq!(reason("a, int, 1, 0, 2, 0, 1").reason, Reason::Step("c_end"));
        assert_eq!(
            reason("a, int, 1, 0, 2, 1, 1\nA, int, 1, 0, 2, 1, 1").reason,
            Reason::Duplicate("A".into())
        );
        assert_eq!(reason("# nothing").reason, Reason::Empty);
    }

    #[test]
    fn whole_numbers_are_rounded_by_chance_within_their_range() {
        let parameter = &parse("a, int, 1, 0, 2, 1, 1").unwrap()[0];
        assert_eq!([0.0, 0.7, 0.9].map(|chance| parameter.rounded(1.2, chance)), [1.0, 1.0, 2.0]);
        assert_eq!([-5.0, 1.999, 7.0].map(|value| parameter.rounded(value, 0.999)), [0.0, 2.0, 2.0]);
        let parameter = &parse("a, float, 1, 0, 2, 1, 1").unwrap()[0];
        assert_eq!(parameter.rounded(1.25, 0.9), 1.25);
    }
}
