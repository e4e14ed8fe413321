//! Formats XBoard commands.

use std::fmt;

use super::{Command, PLAIN};

impl fmt::Display for Command {
    /// The line to send, without its line ending.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::ProtoVer(version) => write!(f, "protover {version}"),
            Command::Accepted(feature) => write!(f, "accepted {feature}"),
            Command::Rejected(feature) => write!(f, "rejected {feature}"),
            Command::Variant(variant) => write!(f, "variant {variant}"),
            Command::Level(level) => write!(f, "level {level}"),
            Command::MoveTime(time) => write!(f, "st {}", time.as_secs_f64()),
            Command::Depth(plies) => write!(f, "sd {plies}"),
            Command::NodeRate(rate) => write!(f, "nps {}", rate.unwrap_or(0)),
            Command::Time(time) => write!(f, "time {time}"),
            Command::OpponentTime(time) => write!(f, "otim {time}"),
            Command::UserMove(mv) => write!(f, "usermove {mv}"),
            Command::Ping(number) => write!(f, "ping {number}"),
            Command::Result(result) => write!(f, "result {result}"),
            Command::SetBoard(fen) => write!(f, "setboard {fen}"),
            Command::Memory(megabytes) => write!(f, "memory {megabytes}"),
            Command::Cores(threads) => write!(f, "cores {threads}"),
            Command::TablePath { kind, path } => write!(f, "egtpath {kind} {path}"),
            Command::Option { name, value: Some(value) } => write!(f, "option {name}={value}"),
            Command::Option { name, value: None } => write!(f, "option {name}"),
            Command::Exclude(mv) => write!(f, "exclude {}", mv.as_deref().unwrap_or("all")),
            Command::Include(mv) => write!(f, "include {}", mv.as_deref().unwrap_or("all")),
            Command::Ignored(line) | Command::Other(line) => write!(f, "{line}"),
            _ => {
                let plain = PLAIN.iter().find(|(_, command)| command == self);
                plain.map_or(Ok(()), |(word, _)| f.write_str(word))
            }
        }
    }
}
