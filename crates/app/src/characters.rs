//! Opponents with a name: a level of Heirloom with openings, tastes and habits.
//!
//! The built-in ones and those of the user are read from files of the same form.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use heirloom_chess::Line;
use heirloom_engine::{
    BestMove, Engine, EngineError, EngineOption, Info, Intercept, Intercepted, Limits, Score, Signals,
};
use heirloom_flagship::Repertoire;
use toml_edit::{DocumentMut, Item, Table};

use crate::paths;
use crate::roster::BuiltIn;

/// The name of the user's file, next to the configuration.
pub const FILE: &str = "characters.toml";

/// The built-in characters, as text; a template for the user's file.
pub const TEXT: &str = include_str!("characters.toml");

/// The number of moves in a row at which it is lost before a character resigns.
const PATIENCE: usize = 3;

/// The number of moves in a row at which the game is even before a character offers a draw, and before it
/// does so again.
const EVEN_MOVES: usize = 8;
/// The plies played before a character offers a draw.
const OFFERS_FROM: usize = 60;

/// An opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Character {
    /// The name used in commands.
    pub id: String,
    /// The name shown to people.
    pub name: String,
    /// The strength in Elo.
    pub elo: i64,
    /// One sentence about it in English, and in German.
    pub about: [String; 2],
    /// Options of the engine other than the strength.
    options: Vec<(&'static str, String)>,
    /// It resigns if it is behind by this many centipawns for some moves; 0 for never.
    resigns: i64,
    /// It agrees to a draw if it is ahead by at most this many centipawns.
    draws: Option<i64>,
    /// It offers a draw if it has been ahead or behind by at most this many centipawns for some moves.
    offers: Option<i64>,
}

/// The keys that set an option of the engine.
const OPTIONS: [(&str, &str); 4] = [
    ("repertoire", "Repertoire"),
    ("trades", "Style Trades"),
    ("attack", "Style Attack"),
    ("closed", "Style Closed"),
];

/// Options that a character sets itself.
const OWN: [&str; 3] = ["UCI_LimitStrength", "UCI_Elo", "Skill Level"];

static BUILT_IN: LazyLock<Vec<Character>> = LazyLock::new(|| read(TEXT).unwrap_or_default());

/// Returns the built-in characters, weakest first.
pub fn built_in() -> &'static [Character] {
    &BUILT_IN
}

/// Returns the path of the user's file; none if there is no folder for the configuration.
pub fn file() -> Option<PathBuf> {
    Some(paths::find(None).path?.with_file_name(FILE))
}

/// Returns the characters of the user and the built-in ones that they do not replace, weakest first, and what
/// is wrong with the user's file.
pub fn all() -> (Vec<Character>, Option<String>) {
    match file() {
        Some(path) => all_with(&path),
        None => (built_in().to_vec(), None),
    }
}

fn all_with(path: &Path) -> (Vec<Character>, Option<String>) {
    let own = match std::fs::read_to_string(path) {
        Ok(text) => read(&text).map_err(|error| format!("{}: {error}", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
    };
    let (own, trouble) = match own {
        Ok(own) => (own, None),
        Err(trouble) => (Vec::new(), Some(trouble)),
    };
    let others = built_in().iter().filter(|known| own.iter().all(|character| character.id != known.id));
    let mut all: Vec<Character> = others.cloned().collect();
    all.extend(own);
    all.sort_by_key(|character| character.elo);
    (all, trouble)
}

/// Returns the character with this name, in any case.
pub fn find(name: &str) -> Option<Character> {
    // Paths and built-in engines are no characters, so the user's file need not be read.
    if name.contains(['/', '\\']) || BuiltIn::find(name).is_some() {
        return None;
    }
    all().0.into_iter().find(|character| character.is_called(name))
}

/// Reads characters. Fails with the section and the key that is wrong.
pub fn read(text: &str) -> Result<Vec<Character>, String> {
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| error.to_string())?;
    document
        .iter()
        .map(|(id, item)| {
            let table = item.as_table().ok_or_else(|| format!("{id}: expected a section such as [{id}]"))?;
            character(id, table).map_err(|error| format!("[{id}]: {error}"))
        })
        .collect()
}

fn character(id: &str, table: &Table) -> Result<Character, String> {
    let known = ["name", "elo", "about", "about_de", "resigns", "draws", "offers"];
    for (key, _) in table {
        if !known.contains(&key) && !OPTIONS.iter().any(|(name, _)| *name == key) {
            return Err(format!("there is no key '{key}'"));
        }
    }
    let text = |key: &str| match table.get(key) {
        None => Ok(None),
        Some(item) => item.as_str().map(|text| Some(text.to_owned())).ok_or(format!("{key}: expected text")),
    };
    let number = |key: &str, least: i64, most: i64| match table.get(key).map(Item::as_integer) {
        None => Ok(None),
        Some(Some(number)) if (least..=most).contains(&number) => Ok(Some(number)),
        Some(_) => Err(format!("{key}: expected a number from {least} to {most}")),
    };
    let name = text("name")?.unwrap_or_else(|| id.to_owned());
    if [id, &name].iter().any(|name| BuiltIn::find(name).is_some()) {
        return Err("an engine has this name; choose another one".into());
    }
    let about = text("about")?.unwrap_or_default();
    let mut options = Vec::new();
    for (key, option) in OPTIONS {
        let value = match key {
            "repertoire" => text(key)?,
            _ => number(key, -100, 100)?.map(|number| number.to_string()),
        };
        options.extend(value.map(|value| (option, value)));
    }
    let lines = options.iter().find(|(option, _)| *option == "Repertoire");
    lines
        .map_or(Ok(()), |(_, lines)| Repertoire::read(lines).map(|_| ()))
        .map_err(|error| format!("repertoire: {error}"))?;
    Ok(Character {
        id: id.to_owned(),
        name,
        elo: number("elo", 600, 2850)?.ok_or("elo is missing")?,
        about: [about.clone(), text("about_de")?.unwrap_or(about)],
        options,
        resigns: number("resigns", 0, 10_000)?.unwrap_or(0),
        draws: number("draws", -10_000, 10_000)?,
        offers: number("offers", 0, 10_000)?,
    })
}

impl Character {
    /// Returns true if this is its name, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        self.id.eq_ignore_ascii_case(name) || self.name.to_lowercase() == name.to_lowercase()
    }

    /// Creates an engine that plays as this character. Fails if there is not enough memory.
    pub fn create(&self) -> Result<Box<dyn Engine>, EngineError> {
        let mut engine = BuiltIn::Flagship.create()?;
        engine.set_option("UCI_LimitStrength", "true")?;
        engine.set_option("UCI_Elo", &self.elo.to_string())?;
        for (option, value) in &self.options {
            engine.set_option(option, value)?;
        }
        engine.set_option("Human Pace", "true")?;
        let own = |name: &str| OWN.contains(&name) || OPTIONS.iter().any(|(_, option)| *option == name);
        let options = engine.options().iter().filter(|option| !own(&option.name)).cloned().collect();
        let habits = Habits { character: self.clone(), options, lost: 0, even: 0 };
        Ok(Box::new(Intercepted::new(engine, habits)))
    }
}

/// Resigns, agrees to draws and offers them as a character does, and keeps its strength.
struct Habits {
    character: Character,
    /// The options that can be set.
    options: Vec<EngineOption>,
    /// The number of its last moves in a row at which it was lost.
    lost: usize,
    /// The number of its last moves in a row at which the game was even for it.
    even: usize,
}

impl Intercept for Habits {
    fn name<'a>(&'a self, _: &'a dyn Engine) -> &'a str {
        &self.character.name
    }

    fn options<'a>(&'a self, _: &'a dyn Engine) -> &'a [EngineOption] {
        &self.options
    }

    fn set_option(&mut self, engine: &mut dyn Engine, name: &str, value: &str) -> Result<(), EngineError> {
        EngineOption::find(&self.options, name)?;
        engine.set_option(name, value)
    }

    fn new_game(&mut self, engine: &mut dyn Engine) {
        (self.lost, self.even) = (0, 0);
        engine.new_game();
    }

    fn search(
        &mut self,
        engine: &mut dyn Engine,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        report: &mut dyn FnMut(Info),
    ) -> Result<BestMove, EngineError> {
        let mut last: Option<Score> = None;
        let mut best = engine.search(line, limits, signals, &mut |info: Info| {
            last = info.score.filter(|_| info.multipv.unwrap_or(1) == 1).or(last);
            report(info);
        })?;
        let Some(score) = last.map(|score| i64::from(score.centipawns())) else { return Ok(best) };
        if limits.infinite || limits.ponder {
            return Ok(best);
        }
        let Character { name, resigns, draws, offers, .. } = &self.character;
        self.lost = if *resigns > 0 && score <= -resigns { self.lost + 1 } else { 0 };
        if self.lost >= PATIENCE {
            self.lost = 0;
            return Err(EngineError::Resigns { name: name.clone() });
        }
        let is_even = offers.is_some_and(|most| score.abs() <= most);
        self.even = if is_even { self.even + 1 } else { 0 };
        if self.even >= EVEN_MOVES && line.moves().len() >= OFFERS_FROM {
            best.offers_draw = true;
            self.even = 0;
        }
        best.offers_draw |= limits.draw_offered && draws.is_some_and(|most| score <= most);
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::Position;

    #[test]
    fn the_built_in_characters_are_a_dozen_and_complete() {
        let characters = read(TEXT).unwrap();
        assert_eq!(characters.len(), 12);
        assert!(characters.is_sorted_by_key(|character| character.elo));
        for character in &characters {
            let [english, german] = &character.about;
            assert!(!english.is_empty() && !german.is_empty() && english != german, "{}", character.id);
        }
        assert_eq!(find("ROSA").map(|character| character.id), Some("rosa".into()));
        assert_eq!(find("nobody at all"), None);
    }

    #[test]
    fn a_file_of_the_user_adds_and_replaces() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        assert_eq!(all_with(&path), (built_in().to_vec(), None));
        std::fs::write(&path, "[rosa]\nelo = 1700\n[uncle]\nname = \"Uncle Bob\"\nelo = 900\n").unwrap();
        let (all, trouble) = all_with(&path);
        assert_eq!((all.len(), trouble), (13, None));
        let elo = |id: &str| all.iter().find(|character| character.id == id).map(|character| character.elo);
        assert_eq!((elo("rosa"), elo("uncle"), elo("otto")), (Some(1700), Some(900), Some(1000)));
        for (text, expected) in [
            ("[a]\nelo = 10", "[a]: elo: expected a number from 600 to 2850"),
            ("[a]\nname = \"A\"", "[a]: elo is missing"),
            ("[a]\nelo = 800\nlikes = 3", "[a]: there is no key 'likes'"),
            ("[a]\nelo = 800\nrepertoire = \"e4 e5 Ke3\"", "Ke3"),
            ("[a]\nname = \"Roce\"\nelo = 800", "[a]: an engine has this name"),
            ("a = 3", "a: expected a section such as [a]"),
            ("[a", "TOML"),
        ] {
            std::fs::write(&path, text).unwrap();
            let (all, trouble) = all_with(&path);
            assert_eq!(all.len(), 12);
            assert!(trouble.unwrap().contains(expected), "{text}");
        }
    }

    #[test]
    fn habits_end_lost_games_and_accept_draws() {
        let mut engine = find("lena").unwrap().create().unwrap();
        assert_eq!(engine.name(), "Lena");
        assert!(engine.set_option("UCI_Elo", "2850").is_err() && engine.set_option("Hash", "8").is_ok());
        let mut ask = |fen: &str, draw_offered: bool| {
            let line = Line::new(Position::from_fen(fen).unwrap());
            let limits = Limits { draw_offered, ..Limits::nodes(2_000) };
            engine.search(&line, &limits, &Signals::new(), &mut |_| {})
        };
        let lost = "4k3/8/8/8/8/8/4q3/7K w - - 0 1";
        assert!(ask(lost, false).is_ok() && ask(lost, false).is_ok());
        assert_eq!(ask(lost, false), Err(EngineError::Resigns { name: "Lena".into() }));
        assert!(ask(lost, true).unwrap().offers_draw);
        let won = "4k3/8/8/8/8/3Q4/8/7K w - - 0 1";
        assert!(!ask(won, true).unwrap().offers_draw);
    }

    #[test]
    fn draws_are_offered_late_in_even_games_and_not_at_every_move() {
        let even = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1";
        let kings = ["Kd1", "Kd8", "Ke1", "Ke8"];
        let offers = |plies: usize, character: Character| {
            let mut engine = character.create().unwrap();
            let mut line = Line::new(Position::from_fen(even).unwrap());
            for san in kings.iter().cycle().take(plies) {
                let mv = heirloom_chess::notation::san::parse(line.position(), san).unwrap();
                line.push(mv).unwrap();
            }
            let mut ask = || {
                engine.search(&line, &Limits::nodes(500), &Signals::new(), &mut |_| {}).unwrap().offers_draw
            };
            (0..17).filter(|_| ask()).count()
        };
        let offering = Character { offers: Some(10_000), ..find("agnes").unwrap() };
        assert_eq!(offers(OFFERS_FROM, offering.clone()), 2);
        assert_eq!(offers(0, offering.clone()), 0);
        assert_eq!(offers(OFFERS_FROM, Character { offers: None, ..offering }), 0);
    }
}
