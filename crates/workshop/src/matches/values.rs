//! Settings of a match that are written as several words: openings, the SPRT, resignation and draws.

use anyhow::{Context, Result, bail};
use heirloom_arena::adjudicate::{DrawAgreement, Resign};
use heirloom_arena::sprt::{Model, Sprt};
use heirloom_book::{OpeningOptions, OpeningOrder, Openings};

use crate::pairs::{self, Pairs, switch};

/// Reads the openings that `text` names: a file as in [`read_choice`], `startpos`, or without a text the
/// built-in ones. Returns them with their identity and a name for people. Fails on unknown words and
/// unreadable files.
pub fn read_openings(text: Option<&str>, seed: u64) -> Result<(Openings, String, String)> {
    match text {
        None => Ok((Openings::built_in(), "built-in".into(), "built-in".into())),
        Some("startpos") => {
            Ok((Openings::startpos(), "the start position".into(), "the start position".into()))
        }
        Some(text) => {
            let choice = read_choice(text, seed)?;
            let openings = Openings::open(&choice)?;
            Ok((openings, identity_of(&choice), name_of(&choice)))
        }
    }
}

/// Identifies a file of openings by name, length and choice: another file of the same name is another book.
fn identity_of(choice: &OpeningOptions) -> String {
    let OpeningOptions { path, format, order, start, plies, seed } = choice;
    let length = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    let kind = format.or_else(|| heirloom_book::OpeningFormat::of(path));
    format!(
        "{} ({length} bytes), {kind:?}, {order:?}, start {start}, plies {plies:?}, seed {seed}",
        path.display()
    )
}

/// Describes a file of openings without its folder, which means nothing elsewhere.
fn name_of(choice: &OpeningOptions) -> String {
    let OpeningOptions { path, order, start, plies, seed, .. } = choice;
    let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let plies = plies.map_or_else(String::new, |plies| format!(", {plies} plies"));
    let order = if *order == OpeningOrder::Random {
        format!("in random order (seed {seed})")
    } else {
        "in file order".into()
    };
    format!("{file}{plies}, {order}, starting at {start}")
}

/// Reads `book.epd order=random start=5`, or the same with `file=book.epd`. Fails on unknown words and unless
/// there is exactly one file.
pub fn read_choice(text: &str, seed: u64) -> Result<OpeningOptions> {
    const NAMES: &[&str] = &["file", "format", "order", "start", "plies", "seed", "policy"];
    const WHAT: &str = "--openings";
    if std::path::Path::new(text).is_file() {
        return Ok(OpeningOptions { seed, ..OpeningOptions::new(text) });
    }
    let (files, settings): (Vec<String>, Vec<String>) =
        pairs::split(text)?.into_iter().partition(|word| !word.contains('='));
    let pairs = Pairs::parse(
        &settings.iter().map(|word| pairs::quoted(word)).collect::<Vec<_>>().join(" "),
        WHAT,
        NAMES,
    )?;
    let path = match (pairs.get(&["file"]), &files[..]) {
        (Some(path), []) => path,
        (None, [path]) => path.as_str(),
        _ => bail!("{WHAT} '{text}': expected one file, as in 'book.epd order=random'"),
    };
    if pairs.get(&["policy"]).is_some_and(|policy| policy != "round") {
        bail!("{WHAT}: all games of a round start with the same opening (policy=round)");
    }
    Ok(OpeningOptions {
        format: pairs.value(WHAT, &["format"])?,
        order: pairs.value(WHAT, &["order"])?.unwrap_or_default(),
        start: pairs.value(WHAT, &["start"])?.unwrap_or(1),
        plies: pairs.value(WHAT, &["plies"])?,
        seed: pairs.value(WHAT, &["seed"])?.unwrap_or(seed),
        ..OpeningOptions::new(path)
    })
}

/// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`. Fails on missing and invalid values.
pub fn read_sprt(text: &str) -> Result<Sprt> {
    const WHAT: &str = "--sprt";
    let pairs = Pairs::parse(text, WHAT, &["elo0", "elo1", "alpha", "beta", "model"])?;
    let model = match pairs.get(&["model"]) {
        None | Some("normalized") => Model::Normalized,
        Some("logistic") => Model::Logistic,
        Some(other) => bail!("{WHAT}: model={other}: expected normalized or logistic"),
    };
    let number = |name: &str| pairs.value::<f64>(WHAT, &[name]);
    let elo = |name: &str| {
        number(name)?.with_context(|| format!("{WHAT}: {name} is missing; expected elo0=0 elo1=5"))
    };
    Sprt::new(
        elo("elo0")?,
        elo("elo1")?,
        number("alpha")?.unwrap_or(0.05),
        number("beta")?.unwrap_or(0.05),
        model,
    )
    .context(WHAT)
}

/// Reads `movecount=3 score=600 twosided=true`. Fails on invalid values.
pub fn read_resign(text: &str) -> Result<Resign> {
    const WHAT: &str = "--resign";
    let pairs = Pairs::parse(text, WHAT, &["movecount", "moves", "score", "twosided"])?;
    let moves = pairs.value(WHAT, &["movecount", "moves"])?.unwrap_or(3);
    let score = pairs.value(WHAT, &["score"])?.unwrap_or(600);
    let two_sided = pairs.get(&["twosided"]).map_or(Ok(false), |text| switch(WHAT, "twosided", text))?;
    if moves == 0 || score <= 0 {
        bail!("{WHAT} {text}: expected positive numbers of moves and centipawns");
    }
    Ok(Resign { moves, score, two_sided })
}

/// Reads `movenumber=34 movecount=8 score=20`. Fails on invalid values.
pub fn read_draw(text: &str) -> Result<DrawAgreement> {
    const WHAT: &str = "--draw";
    let pairs = Pairs::parse(text, WHAT, &["movenumber", "movecount", "moves", "score"])?;
    let from_move = pairs.value(WHAT, &["movenumber"])?.unwrap_or(0);
    let moves = pairs.value(WHAT, &["movecount", "moves"])?.unwrap_or(8);
    let score = pairs.value(WHAT, &["score"])?.unwrap_or(20);
    if moves == 0 || score < 0 {
        bail!("{WHAT} {text}: expected a positive number of moves and a score that is not negative");
    }
    Ok(DrawAgreement { from_move, moves, score })
}
