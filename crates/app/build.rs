//! Records the commit, target and compiler of the build. Without git, there is no commit.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Updated by every commit and checkout.
    if let Some(log) =
        output("git", &["rev-parse", "--git-path", "logs/HEAD"]).filter(|path| Path::new(path).exists())
    {
        println!("cargo::rerun-if-changed={log}");
    }
    let released = output("git", &["describe", "--exact-match", "--match", "v*"]).is_some();
    let commit = output("git", &["log", "-1", "--format=%h %cs"]).filter(|_| is_ours());
    println!("cargo::rustc-env=HEIRLOOM_COMMIT={}", commit.unwrap_or_default());
    println!("cargo::rustc-env=HEIRLOOM_RELEASED={released}");
    println!("cargo::rustc-env=HEIRLOOM_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    let compiler = std::env::var("RUSTC").ok().and_then(|rustc| output(&rustc, &["--version"]));
    println!("cargo::rustc-env=HEIRLOOM_COMPILER={}", compiler.unwrap_or_default());
}

/// Returns true if the repository is the program's own, not one into which its sources were unpacked.
fn is_ours() -> bool {
    output("git", &["ls-files", "--error-unmatch", "build.rs"]).is_some()
}

/// Returns the first line that a program prints, if it succeeds.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output =
        Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()?.lines().next().map(str::to_owned)
}
