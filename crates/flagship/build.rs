//! Sets the path of the built-in net: the one in the environment variable `EVALFILE`, or our own.

use std::path::PathBuf;
use std::process::ExitCode;

const OWN: &str = "src/eval/nnue/nets/net-9.net";

fn main() -> ExitCode {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let named = std::env::var("EVALFILE").ok().filter(|path| !path.trim().is_empty());
    // Read the crate's folder at run time, since checkouts may share a target folder.
    let own = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default().join(OWN);
    let net = named.map_or(own, Into::into);
    match std::path::absolute(&net).and_then(|net| std::fs::metadata(&net).map(|_| net)) {
        Ok(net) => {
            println!("cargo::rerun-if-changed={}", net.display());
            println!("cargo::rustc-env=EVALFILE={}", net.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("EVALFILE, the net to build in: cannot read {}: {error}", net.display());
            ExitCode::FAILURE
        }
    }
}
