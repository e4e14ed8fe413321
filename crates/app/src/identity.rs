//! Identifies the build: version, commit, target, compiler and instruction set.

use std::sync::LazyLock;

use heirloom_chess::cpu;

/// The version of the workspace.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Returns the version, including the commit unless it is a release: `0.2.0` or `0.2.0-1a2b3c4`. Debug builds
/// have no commit.
pub fn version() -> &'static str {
    static VERSIONED: LazyLock<String> = LazyLock::new(|| match commit().split_once(' ') {
        Some((hash, _)) if env!("HEIRLOOM_RELEASED") != "true" && !cfg!(debug_assertions) => {
            format!("{VERSION}-{hash}")
        }
        _ => VERSION.into(),
    });
    &VERSIONED
}

/// Returns the program name with the version, as in `id name`.
pub fn name() -> &'static str {
    static NAMED: LazyLock<String> = LazyLock::new(|| format!("Heirloom {}", version()));
    &NAMED
}

/// Returns the commit and its date, as in `1a2b3c4 2026-11-29`; empty if the program was built without git.
pub const fn commit() -> &'static str {
    env!("HEIRLOOM_COMMIT")
}

/// Returns the details needed in a bug report, one per line: version, commit, compiler, target, checks and
/// instructions.
pub fn details() -> &'static str {
    static DETAILS: LazyLock<String> = LazyLock::new(|| {
        let or_unknown = |text: &'static str| if text.is_empty() { "unknown" } else { text };
        let levels: Vec<&str> = cpu::present().map(cpu::Level::name).collect();
        let lines = [
            ("Version", version().to_owned()),
            ("Commit", or_unknown(commit()).into()),
            ("Compiled by", or_unknown(env!("HEIRLOOM_COMPILER")).into()),
            ("Compiled for", or_unknown(env!("HEIRLOOM_TARGET")).into()),
            ("Checks", if cfg!(debug_assertions) { "on" } else { "off" }.into()),
            ("Instructions", format!("{}; this processor has {}", cpu::level().name(), levels.join(", "))),
        ];
        lines.map(|(name, value)| format!("{name:<16}: {value}")).join("\n")
    });
    &DETAILS
}

/// Returns the version and the details, as printed by `--version` after the program name.
pub fn report() -> &'static str {
    static REPORT: LazyLock<String> = LazyLock::new(|| format!("{}\n{}", version(), details()));
    &REPORT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_is_identified() {
        assert!(version().starts_with(VERSION));
        assert!(details().contains("rustc") && details().contains(std::env::consts::ARCH), "{}", details());
        assert!(report().starts_with(version()) && name().ends_with(version()));
    }
}
