//! The events of a match as lines of JSON, for other programs: one object per line, its kind in `event`.

use std::io::Write;
use std::path::Path;

use heirloom_arena::sprt::Sprt;
use heirloom_arena::standings::{GameEntry, Standings};
use heirloom_arena::tournament::{MatchEnd, MatchEvent};
use serde_json::{Value, json};

use crate::entrant::Entrant;

/// A stream of events.
pub struct Events {
    out: Box<dyn Write + Send>,
    names: Vec<String>,
    sprt: Option<Sprt>,
}

impl Events {
    /// Events of a match between these engines, written to `out`.
    pub fn new(out: Box<dyn Write + Send>, entrants: &[Entrant], sprt: Option<Sprt>) -> Events {
        Events { out, names: entrants.iter().map(|entrant| entrant.name.clone()).collect(), sprt }
    }

    fn write(&mut self, value: &Value) {
        // A closed pipe does not end the match.
        let _ = self.out.write_all(format!("{value}\n").as_bytes()).and_then(|()| self.out.flush());
    }

    /// The match begins, or continues after the games in `standings`.
    pub fn begin(&mut self, entrants: &[Entrant], standings: &Standings) {
        let engines: Vec<Value> = entrants
            .iter()
            .map(|entrant| json!({"name": entrant.name, "settings": entrant.identity()}))
            .collect();
        let sprt = self.sprt.map(|sprt| json!({"test": sprt.to_string(), "bounds": sprt.bounds()}));
        let (games, played) = (standings.schedule().games(), standings.games());
        self.write(
            &json!({"event": "match", "engines": engines, "games": games, "played": played, "sprt": sprt}),
        );
    }

    /// A game began or ended.
    pub fn report(&mut self, event: &MatchEvent<'_>) {
        match event {
            MatchEvent::Started { fixture, opening } => {
                let [white, black] = fixture.players.map(|player| &self.names[player]);
                let fen = opening.line.start().fen();
                self.write(&json!({
                    "event": "start", "game": fixture.game + 1, "round": fixture.round + 1, "white": white,
                    "black": black,
                    "opening": opening.number, "fen": fen, "opening_plies": opening.line.moves().len(),
                }));
            }
            MatchEvent::Finished { entry, standings, transcript } => {
                self.end_of_game(entry, transcript.as_deref());
                self.score(standings);
            }
        }
    }

    fn end_of_game(&mut self, entry: &GameEntry, transcript: Option<&Path>) {
        let [white, black] = entry.players.map(|player| &self.names[player]);
        let fault = entry.fault.map(
            |(engine, fault)| json!({"engine": self.names[engine], "kind": fault, "transcript": transcript}),
        );
        let value = json!({
            "event": "end", "game": entry.game + 1, "white": white, "black": black, "opening": entry.opening,
            "result": entry.result,
            "termination": entry.termination, "reason": entry.ending, "plies": entry.plies, "fault": fault,
            "usage": entry.usage,
        });
        self.write(&value);
    }

    fn score(&mut self, standings: &Standings) {
        let results = standings.results_of_first();
        let sprt = self
            .sprt
            .map(|sprt| json!({"llr": sprt.log_likelihood_ratio(&results), "bounds": sprt.bounds()}));
        let value = json!({
            "event": "score", "games": standings.games(), "first": self.names[0], "wins": results.wins,
            "draws": results.draws,
            "losses": results.losses, "pairs": results.pairs, "score": results.score(), "elo": results.elo(),
            "nelo": results.normalized_elo(), "los": results.likelihood_of_superiority(),
            "too_few": results.too_few(),
            "repeated": standings.repeated(), "sprt": sprt,
        });
        self.write(&value);
    }

    /// The match is over.
    pub fn finish(&mut self, finish: MatchEnd, code: u8) {
        self.write(&json!({"event": "finish", "how": format!("{finish:?}"), "exit_code": code}));
    }
}
