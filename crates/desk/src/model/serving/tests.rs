//! Tests of the desk as an engine: dialogs with another program, and what the model shows meanwhile.

use std::io::{BufReader, PipeReader, PipeWriter, Read};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use heirloom_chess::Color;

use super::*;
use crate::model::command::{PlayCommand, Step};
use crate::model::notice::Notice;
use crate::model::{Model, Stage};
use crate::roster::BuiltInEngines;

/// Another program, the desk that serves it, and the pipes between them.
struct Table {
    model: Model,
    write: Option<PipeWriter>,
    answers: mpsc::Receiver<String>,
    served: Option<JoinHandle<bool>>,
}

impl Table {
    fn new(dialect: Protocol) -> Table {
        let mut model = Model::with(BuiltInEngines);
        let serve = model.serve("rajah");
        let (input, write) = std::io::pipe().unwrap();
        let (read, output) = std::io::pipe().unwrap();
        let served = thread::spawn(move || serve.run(dialect, BufReader::new(input), output).is_ok());
        let (tell, answers) = mpsc::channel();
        thread::spawn(move || lines(read, &tell));
        Table { model, write: Some(write), answers, served: Some(served) }
    }

    fn say(&mut self, text: &str) {
        let write = self.write.as_mut().unwrap();
        write.write_all(text.as_bytes()).unwrap();
        write.write_all(b"\n").unwrap();
    }

    /// Polls the model until the desk sends a line with this beginning, and returns the line.
    fn hears(&mut self, begins: &str) -> String {
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            self.model.poll(Instant::now());
            match self.answers.recv_timeout(Duration::from_millis(5)) {
                Ok(line) if line.starts_with(begins) => return line,
                _ => assert!(Instant::now() < end, "no {begins:?}"),
            }
        }
    }

    fn shows(&mut self, what: &str, has_come: impl Fn(&Model) -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !has_come(&self.model) {
            self.model.poll(Instant::now());
            thread::sleep(Duration::from_millis(2));
            assert!(Instant::now() < end, "{what}");
        }
    }
}

fn lines(mut read: PipeReader, tell: &mpsc::Sender<String>) {
    let mut line = Vec::new();
    let mut byte = [0];
    while read.read(&mut byte).is_ok_and(|count| count == 1) {
        if byte[0] == b'\n' {
            let text = String::from_utf8_lossy(&std::mem::take(&mut line)).trim_end().to_owned();
            if tell.send(text).is_err() {
                return;
            }
        } else {
            line.push(byte[0]);
        }
    }
}

#[test]
fn a_game_over_uci_is_shown() {
    let mut table = Table::new(Protocol::Uci);
    table.say("uci");
    table.hears("uciok");
    table.say("ucinewgame\nposition startpos moves e2e4\ngo depth 3");
    let best = table.hears("bestmove");
    table.shows("the answer", |model| model.plies() == 2);
    assert!(
        table.model.play.is_flipped()
            && table.model.play.stage() == Stage::Playing
            && table.model.play.thinking().is_none()
    );
    let played = table.model.play.record.last_move().unwrap();
    assert!(best.contains(&format!("{}{}", played.from(), played.to())), "{best}");
    assert!(table.model.serving.as_ref().is_some_and(|serving| !serving.seat.report.iterations.is_empty()));
    assert!(table.model.observed().is_some_and(|seat| seat.id == "rajah"));

    // The board accepts no moves, but a user may step through the game.
    table.model.type_move("d4");
    assert_eq!((table.model.take_notice(), table.model.plies()), (Some(Notice::Serving), 2));
    table.model.command(PlayCommand::Go(Step::First));
    table.say(&format!(
        "position startpos moves e2e4 {} d2d4\ngo wtime 60000 btime 59000 depth 3",
        &best[9..13]
    ));
    table.hears("bestmove");
    table.shows("the next answer", |model| model.plies() == 4);
    assert!(table.model.play.clocks().left(Color::White, Instant::now()).is_some());

    // Another game replaces the first one, and an infinite search plays no move.
    table.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo infinite");
    table.shows("the search", |model| model.play.thinking() == Some(Color::White));
    assert!(table.model.play.record.game().start().fen().starts_with("4k3"));
    table.say("stop");
    table.hears("bestmove");
    table.shows("the end of it", |model| model.play.thinking().is_none());
    assert!(table.model.play.record.line().moves().is_empty());
    let said: Vec<String> =
        table.model.insight.log.lock().lines.iter().map(|entry| entry.written()).collect();
    for line in [" rajah > uci", " rajah < uciok", " rajah > go infinite", " rajah > stop"] {
        assert!(said.iter().any(|said| said.ends_with(line)), "{line}: {said:?}");
    }
    table.say("quit");
    table.shows("the end", |model| model.serving.as_ref().is_some_and(|serving| serving.over));
    assert!(table.served.take().unwrap().join().unwrap());
}

#[test]
fn a_game_over_xboard_is_shown_and_ends_with_the_other_program() {
    let mut table = Table::new(Protocol::XBoard);
    table.say("xboard\nprotover 2");
    table.hears("feature");
    table.say("new\nsd 3\nusermove e2e4");
    table.hears("move");
    table.shows("the answer", |model| model.plies() == 2);
    let said: Vec<String> =
        table.model.insight.log.lock().lines.iter().map(|entry| entry.written()).collect();
    assert!(said.iter().any(|said| said.contains(" > usermove e2e4")), "{said:?}");
    assert!(said.iter().any(|said| said.contains(" < move ")), "{said:?}");
    // The other program ends by closing its pipe.
    table.write = None;
    table.shows("the end", |model| model.serving.as_ref().is_some_and(|serving| serving.over));
}
