//! EPD and PGN: what is read, written and read again stays the same.

use heirloom_chess::notation::epd::{Epd, Lines};
use heirloom_chess::notation::pgn::{self, Games, PgnReason, Reader};

/// Reads lines of EPD; reading their operations must not panic, either.
pub fn epd(data: &[u8]) {
    for line in Lines::new(data) {
        match line {
            Ok(epd) => {
                let text = epd.to_string();
                match Epd::parse(&text) {
                    Ok(again) => assert_eq!(again, epd, "{text}"),
                    Err(error) => panic!("{error} in {text}"),
                }
                for operation in &epd.operations {
                    let _ = (
                        epd.moves(&operation.opcode),
                        epd.line(&operation.opcode),
                        epd.integer(&operation.opcode),
                    );
                }
                let _ = (epd.id(), epd.mate_in());
            }
            Err(error) => assert!(error.line >= 1 && error.column >= 1 && !error.to_string().is_empty()),
        }
    }
}

/// Reads PGN files, with and without checking moves.
pub fn pgn(data: &[u8]) {
    for strict in [false, true] {
        let reader = Reader::new(data);
        games_of(if strict { reader.strict() } else { reader }.games(), strict);
    }
    let mut reader = Reader::skimming(data);
    while reader.read_game(&mut ()).is_some() {}
}

fn games_of(mut games: Games<&[u8]>, strict: bool) {
    let mut before = 0;
    while let Some(game) = games.next() {
        // Each game begins after the last one, so that no input keeps the reader in an endless loop.
        assert!(games.place().offset >= before);
        before = games.place().offset;
        match game {
            Ok(game) => {
                let text = pgn::to_string(&game);
                let mut again = Reader::new(text.as_bytes()).games();
                match again.next() {
                    Some(Ok(second)) => assert!(second == game, "{text}\n{second:?}"),
                    Some(Err(error)) => panic!("{error} in\n{text}"),
                    None => panic!("nothing in\n{text}"),
                }
                assert!(again.warnings().is_empty(), "{:?} in\n{text}", again.warnings());
                assert!(again.next().is_none(), "two games in\n{text}");
            }
            Err(error) => assert!(
                (strict || matches!(error.reason, PgnReason::Utf16))
                    && error.place.line >= 1
                    && error.place.column >= 1
                    && !error.to_string().is_empty()
            ),
        }
    }
}
