//! The attribute that marks tests which need sample data. Use it through `heirloom_testing`.

use std::path::Path;

use proc_macro::{Literal, TokenStream, TokenTree};

/// The folder with the sample data, next to the checkout.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../shared/data");

/// Ignores a test if its sample data is missing: `#[needs_sample_data("pgn")]`, above `#[test]`, with the
/// paths that the test reads, separated by commas.
///
/// The data is looked up when the test is compiled.
#[proc_macro_attribute]
pub fn needs_sample_data(paths: TokenStream, test: TokenStream) -> TokenStream {
    // A `#[test]` above has been expanded already and would not see the `#[ignore]`.
    if !test.to_string().replace(' ', "").contains("#[test]") {
        return error("needs_sample_data must be above #[test]");
    }
    let mut names = Vec::new();
    for token in paths {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ',' => {}
            TokenTree::Literal(path) => {
                let text = path.to_string();
                let Some(name) = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) else {
                    return error("needs_sample_data expects paths in quotes");
                };
                names.push(name.to_owned());
            }
            _ => return error("needs_sample_data expects paths in quotes"),
        }
    }
    if names.is_empty() {
        return error("needs_sample_data expects the paths that the test reads");
    }
    let missing = missing(Path::new(FOLDER), names);
    if missing.is_empty() {
        return test;
    }
    let reason = format!("no sample data: {}", missing.join(", "));
    let mut ignored: TokenStream = format!("#[ignore = {reason:?}]").parse().expect("an attribute");
    ignored.extend(test);
    ignored
}

/// Expands to the folder with the sample data, as a string.
#[proc_macro]
pub fn sample_data_folder(_: TokenStream) -> TokenStream {
    TokenTree::Literal(Literal::string(FOLDER)).into()
}

/// Returns the names that do not exist in a folder.
fn missing(folder: &Path, mut names: Vec<String>) -> Vec<String> {
    names.retain(|name| !folder.join(name).exists());
    names
}

fn error(text: &str) -> TokenStream {
    format!("::core::compile_error!({text:?});").parse().expect("an item")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    #[test]
    fn missing_names_are_found() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let names = ["src", "src/lib.rs", "nothing", "src/nothing.rs"].map(String::from).to_vec();
        assert_eq!(super::missing(folder, names), ["nothing", "src/nothing.rs"]);
    }
}
