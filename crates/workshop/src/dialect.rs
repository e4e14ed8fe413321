//! Translates the options of cutechess-cli and fastchess (`-engine cmd=... -each tc=...`) to those of
//! `heirloom match`.

use anyhow::{Result, bail};

use crate::pairs::{quoted, unknown, value};

/// How many values an option takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValueCount {
    Nothing,
    One,
    /// Zero or one.
    Maybe,
    /// Everything up to the next option.
    All,
}

/// How an option is translated.
enum Translation {
    /// Becomes our option of this name, with the same values.
    Same(&'static str),
    /// Depends on other options.
    Combined,
    /// Has no effect here, for the given reason.
    Ignored(&'static str),
    /// Is not supported; names the alternative.
    Refused(&'static str),
}

use Translation::{Combined, Ignored, Refused, Same};
use ValueCount::{All, Maybe, Nothing, One};

const OPTIONS: &[(&str, ValueCount, Translation)] = &[
    ("engine", All, Same("--engine")),
    ("each", All, Same("--each")),
    ("openings", All, Same("--openings")),
    ("sprt", All, Same("--sprt")),
    ("resign", All, Same("--resign")),
    ("draw", All, Same("--draw")),
    ("maxmoves", One, Same("--max-moves")),
    ("concurrency", One, Same("--concurrency")),
    ("use-affinity", Maybe, Same("--affinity")),
    ("event", One, Same("--event")),
    ("site", One, Same("--site")),
    ("srand", One, Same("--seed")),
    ("ratinginterval", One, Same("--rating-interval")),
    ("tb", One, Same("--tb")),
    ("tbpieces", One, Same("--tb-pieces")),
    ("tbignore50", Nothing, Same("--tb-ignore50")),
    ("tbadjudicate", One, Same("--tb-results")),
    ("strict", Nothing, Same("--strict")),
    ("games", One, Combined),
    ("rounds", One, Combined),
    ("repeat", Maybe, Combined),
    ("noswap", Nothing, Refused("colors always alternate, as other results would not measure strength")),
    ("reverse", Nothing, Refused("each pair is played with both colors, so the order does not matter")),
    ("tournament", One, Combined),
    ("seeds", One, Combined),
    ("variant", One, Combined),
    ("pgnout", All, Combined),
    ("recover", Nothing, Ignored("engines that fail are always restarted")),
    ("bookmode", One, Ignored("books are always loaded into memory")),
    ("wait", One, Ignored("there is no pause between games")),
    ("scoreinterval", One, Ignored("the progress line is always up to date")),
    ("autosaveinterval", One, Ignored("--journal saves each game")),
    ("force-concurrency", Nothing, Ignored("the concurrency is never limited")),
    ("output", All, Ignored("there is only one output format")),
    ("report", All, Ignored("pairs are always reported")),
    ("testEnv", Nothing, Ignored("every run is suitable for test environments")),
    ("debug", Nothing, Ignored("--transcripts saves the engine output of games with faults")),
    ("startup-ms", One, Ignored("engines get 20 seconds")),
    ("ucinewgame-ms", One, Ignored("engines get 60 seconds")),
    ("ping-ms", One, Ignored("engines get 60 seconds")),
    ("show-latency", Nothing, Ignored("times are measured at the engine's pipes")),
    ("config", All, Refused("use --journal FILE to save a match, and --resume FILE to continue it")),
    ("epdout", All, Refused("use --pgn to save the games")),
    ("csvout", All, Refused("use --events FILE for a JSON record of each game")),
    (
        "log",
        All,
        Refused(
            "use --transcripts FOLDER for the engine output of games with faults, \
                or --events FILE for a record of each game",
        ),
    ),
    ("quick", All, Refused("use --engine A --engine B --openings BOOK")),
    ("crc32", All, Refused("there are no checksums")),
    ("check-mate-pvs", Nothing, Refused("mate lines are not checked yet")),
    ("engines", Nothing, Refused("give the engines with cmd=")),
];

/// Options that depend on each other.
#[derive(Default)]
struct CombinedOptions {
    games: Option<usize>,
    rounds: Option<usize>,
    repeat: bool,
    tournament: Option<String>,
    seeds: Option<usize>,
}

/// Translates the arguments of `match`. Returns `None` if they are already in our syntax. Remarks for the
/// user are added to `remarks`. Fails for an unknown option, naming the nearest known one, and for an option
/// that is not supported.
pub fn translate(arguments: &[String], remarks: &mut Vec<String>) -> Result<Option<Vec<String>>> {
    let is_foreign =
        |word: &String| option(word).is_some_and(|name| OPTIONS.iter().any(|(known, ..)| *known == name));
    if !arguments.iter().any(is_foreign) {
        return Ok(None);
    }
    let mut words = Vec::new();
    let mut known = CombinedOptions::default();
    let mut rest = arguments.iter().peekable();
    while let Some(word) = rest.next() {
        if word.starts_with("--") {
            // One of our own options; its value, if any, follows as a separate word.
            words.push(word.clone());
            continue;
        }
        let Some(name) = option(word) else {
            if words.last().is_some_and(|last: &String| last.starts_with("--")) {
                words.push(word.clone());
                continue;
            }
            bail!("unexpected argument '{word}'; options begin with a dash, such as -engine or --engine");
        };
        let Some((_, takes, meaning)) = OPTIONS.iter().find(|(known, ..)| *known == name) else {
            let names: Vec<&str> = OPTIONS.iter().map(|(known, ..)| *known).collect();
            return Err(unknown(name, "match", &names));
        };
        let mut values = Vec::new();
        let wanted = match takes {
            Nothing => 0,
            One | Maybe => 1,
            All => usize::MAX,
        };
        while values.len() < wanted {
            // The value of an option may be a negative number.
            let is_value = |word: &&String| option(word).is_none() && !word.starts_with("--");
            let Some(value) = rest.next_if(is_value) else { break };
            values.push(value.clone());
        }
        if *takes == One && values.is_empty() {
            bail!("-{name} needs a value");
        }
        match meaning {
            Same(ours) => push(&mut words, ours, *takes, &values),
            Ignored(why) => remarks.push(format!("-{name}: {why}")),
            Refused(instead) => bail!("-{name} is not supported; {instead}"),
            Combined => known.take(name, &values, &mut words)?,
        }
    }
    known.finish(&mut words);
    Ok(Some(words))
}

/// Returns the name in `-name`. Negative numbers are not options.
fn option(word: &str) -> Option<&str> {
    word.strip_prefix('-').filter(|name| name.starts_with(|letter: char| letter.is_ascii_alphabetic()))
}

fn push(words: &mut Vec<String>, ours: &str, takes: ValueCount, values: &[String]) {
    words.push(ours.into());
    match takes {
        // The values of an option become one argument; values with spaces stay intact.
        All => words.push(values.iter().map(|value| requoted(value)).collect::<Vec<_>>().join(" ")),
        _ => words.extend_from_slice(values),
    }
}

/// Quotes the value of a pair if necessary.
fn requoted(word: &str) -> String {
    match word.split_once('=') {
        Some((name, value)) if !name.contains(char::is_whitespace) => format!("{name}={}", quoted(value)),
        _ => quoted(word),
    }
}

impl CombinedOptions {
    fn take(&mut self, name: &str, values: &[String], words: &mut Vec<String>) -> Result<()> {
        let first = values.first().map(String::as_str).unwrap_or_default();
        match name {
            "games" => self.games = Some(value("match", "-games", first)?),
            "rounds" => self.rounds = Some(value("match", "-rounds", first)?),
            "seeds" => self.seeds = Some(value("match", "-seeds", first)?),
            "repeat" => {
                self.repeat = true;
                if !matches!(first, "" | "2") {
                    bail!(
                        "-repeat {first}: expected 2 (each opening is played once with each color) or no \
                            value"
                    );
                }
            }
            "tournament" => match first {
                "round-robin" | "roundrobin" | "gauntlet" => self.tournament = Some(first.into()),
                _ => bail!("-tournament {first}: expected round-robin or gauntlet"),
            },
            "variant" => match first {
                "standard" | "fischerandom" | "chess960" => {}
                _ => bail!("-variant {first}: expected standard or fischerandom"),
            },
            _ => {
                let file = values
                    .iter()
                    .find_map(|word| word.strip_prefix("file="))
                    .or_else(|| Some(first).filter(|word| !word.contains('=')));
                let Some(file) = file.filter(|file| !file.is_empty()) else { bail!("-pgnout needs a file") };
                if values.iter().any(|word| matches!(word.as_str(), "notation=lan" | "notation=uci")) {
                    bail!("-pgnout: games are always written in SAN");
                }
                words.extend(["--pgn".into(), file.into()]);
            }
        }
        Ok(())
    }

    fn finish(&self, words: &mut Vec<String>) {
        if self.tournament.as_deref() == Some("gauntlet") {
            words.extend(["--gauntlet".into(), self.seeds.unwrap_or(1).to_string()]);
        }
        if self.games.is_none() && self.rounds.is_none() && !self.repeat {
            return;
        }
        // A round of one game is a single game; with more games per round, pairs of games share an opening.
        let games = self.games.unwrap_or(if self.rounds.is_some() || self.repeat { 2 } else { 1 });
        let single = games == 1 && !self.repeat;
        words.extend([
            "--games".into(),
            (games.max(if self.repeat { 2 } else { 1 }) * self.rounds.unwrap_or(1)).to_string(),
        ]);
        if single {
            words.push("--unpaired".into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(text: &str) -> Result<String> {
        let arguments = crate::pairs::split(text)?;
        let ours = translate(&arguments, &mut Vec::new())?;
        Ok(ours.map_or_else(|| "ours".into(), |words| words.join("|")))
    }

    #[test]
    fn a_fishtest_command() {
        let text = "-engine cmd=./new name=New -engine cmd=./base name=Base 'option.Move Overhead=10' \
            -each proto=uci tc=10+0.1 option.Hash=16 \
            -openings file=UHO.epd format=epd order=random plies=16 start=42 \
            -repeat -rounds 500 -games 2 -recover -resign movecount=3 score=600 twosided=true \
            -draw movenumber=34 movecount=8 score=20 -concurrency 2 -srand 7 \
            -sprt elo0=-1.75 elo1=0.25 alpha=0.05 beta=0.05 model=normalized \
            -pgnout file=out.pgn nodes=true -ratinginterval 10 -use-affinity 0,1";
        let expected = "--engine|cmd=./new name=New|\
            --engine|cmd=./base name=Base option.Move Overhead=10|--each|proto=uci tc=10+0.1 option.Hash=16|\
            --openings|file=UHO.epd format=epd order=random plies=16 start=42|\
            --resign|movecount=3 score=600 twosided=true|--draw|movenumber=34 movecount=8 score=20|\
            --concurrency|2|--seed|7|--sprt|elo0=-1.75 elo1=0.25 alpha=0.05 beta=0.05 model=normalized|\
            --pgn|out.pgn|--rating-interval|10|--affinity|0,1|--games|1000";
        assert_eq!(
            translated(text).unwrap().replace("\"option.Move Overhead=10\"", "option.Move Overhead=10"),
            expected
        );
    }

    #[test]
    fn games_and_rounds() {
        let tail =
            |text: &str| translated(&format!("-engine cmd=a {text}")).unwrap().replace("--engine|cmd=a", "");
        assert_eq!(tail(""), "");
        assert_eq!(tail("-rounds 10"), "|--games|20");
        assert_eq!(tail("-games 1 -rounds 10"), "|--games|10|--unpaired");
        assert_eq!(tail("-games 100"), "|--games|100");
        assert_eq!(tail("-repeat -games 1 -rounds 5"), "|--games|10");
        assert_eq!(tail("-tournament gauntlet -seeds 2"), "|--gauntlet|2");
        assert_eq!(tail("-tournament round-robin --journal x.journal"), "|--journal|x.journal");
        assert_eq!(tail("-pgnout games.pgn min fi"), "|--pgn|games.pgn");
        assert_eq!(tail("-event 'two words'"), "|--event|two words");
    }

    #[test]
    fn unknown_options_are_rejected() {
        let error = |text: &str| translated(text).unwrap_err().to_string();
        assert_eq!(
            error("-engine cmd=a -conurrency 2"),
            "match: unknown setting 'conurrency'; did you mean 'concurrency'?"
        );
        assert_eq!(
            error("-engine cmd=a -config file=x"),
            "-config is not supported; use --journal FILE to save a match, and --resume FILE to continue it"
        );
        assert_eq!(error("-engine cmd=a -rounds"), "-rounds needs a value");
        assert_eq!(
            error("-engine cmd=a -tournament swiss"),
            "-tournament swiss: expected round-robin or gauntlet"
        );
        assert_eq!(
            error("-engine cmd=a -rounds 5 6"),
            "unexpected argument '6'; options begin with a dash, such as -engine or --engine"
        );
        assert_eq!(translated("--engine a --games 4").unwrap(), "ours");
    }

    #[test]
    fn spaces_in_values_are_kept() {
        let arguments = ["-engine", "cmd=my engine", "option.Syzygy Path=/a b"].map(String::from);
        let words = translate(&arguments, &mut Vec::new()).unwrap().unwrap();
        assert_eq!(crate::pairs::split(&words[1]).unwrap(), ["cmd=my engine", "option.Syzygy Path=/a b"]);
    }
}
