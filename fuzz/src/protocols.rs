//! Protocols: lines from either side, and whole conversations with a server.

use std::io::{Cursor, sink};

use heirloom_chess::{Line, Position};
use heirloom_engine::{Engine, EngineError, EngineOption};
use heirloom_protocol::Protocol;
use heirloom_protocol::server::{Handled, serve};
use heirloom_protocol::uci::{Command, Message, info, message};
use heirloom_protocol::xboard::{self, Level, feature, thinking};
use heirloom_testing::Scripted;

/// Reads each line as a GUI's and as an engine's, then runs an engine on the whole input. Lines must survive
/// a round trip.
pub fn uci(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.lines() {
        command(line);
        answer(line);
    }
    let input = Cursor::new(data.to_vec());
    let served = serve(Protocol::Uci, &mut first_move, input, sink(), &mut |_, _| Handled::Unknown);
    assert!(served.is_ok());
}

/// Does the same for the XBoard protocol.
pub fn xboard(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let position = Position::startpos();
    for line in text.lines() {
        if let Ok(Some(command)) = xboard::Command::parse(line) {
            assert!(!command.to_string().contains('\n'));
        }
        let _ = Level::parse(line);
        let _ = xboard::moves::parse(&position, line);
        match xboard::Message::parse(line) {
            Some(xboard::Message::Features(pairs)) => {
                for option in pairs.iter().filter_map(|(_, value)| feature::parse_option(value)) {
                    assert!(!feature::write_option(&option).is_empty());
                }
            }
            Some(xboard::Message::Thinking(text)) => {
                let values = text.values(&position);
                if let Some(written) = thinking::write(&values, &position, None) {
                    let again = xboard::Thinking::parse(&written).map(|text| text.values(&position).pv);
                    assert_eq!(again, Some(values.pv), "{written:?}");
                }
            }
            Some(message) => assert!(!message.to_string().contains('\n')),
            None => {}
        }
    }
    let input = Cursor::new(data.to_vec());
    let served = serve(Protocol::XBoard, &mut first_move, input, sink(), &mut |_, _| Handled::Unknown);
    assert!(served.is_ok());
}

fn command(line: &str) {
    match Command::parse(line) {
        Ok(Some(mut command)) => {
            match &mut command {
                Command::Position(position) => drop(position.line().map_err(|error| error.to_string())),
                Command::Go(go) => {
                    let (_, ignored) = go.limits(&Position::startpos());
                    assert!(ignored.iter().all(|error| error.to_string().len() < 500));
                    // What was ignored is not written.
                    go.ignored.clear();
                }
                _ => {}
            }
            let written = command.to_string();
            assert_eq!(Command::parse(&written), Ok(Some(command)), "{written:?}");
        }
        Ok(None) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let _ = Command::parse_after_unknown(line);
}

fn answer(line: &str) {
    match Message::parse(line) {
        Some(Message::Info(text)) => {
            let position = Position::startpos();
            let (values, _) = text.values(&position);
            let written = info::write(&values, &position, false, true).unwrap_or_else(|| "info".into());
            let Some(Message::Info(again)) = Message::parse(&written) else { panic!("{written:?}") };
            let again = again.values(&position).0;
            assert_eq!(info::write(&again, &position, false, true).unwrap_or_else(|| "info".into()), written);
            assert!(info::until_the_end(&values.pv, &Line::default()).len() <= values.pv.len());
        }
        Some(Message::Option(option)) => {
            let written = message::write_option(&option);
            assert!(Message::parse(&written).is_some(), "{written:?}");
        }
        Some(other) => assert!(!other.to_string().contains('\n')),
        None => {}
    }
}

/// An engine that answers at once.
fn first_move() -> Result<Box<dyn Engine>, EngineError> {
    let options = [EngineOption::spin("Hash", 16, 1, 64), EngineOption::text("Path", "")];
    Ok(Scripted::first_move().options(options).boxed())
}
