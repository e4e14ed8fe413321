//! Reviews as CSV, one line per move.

use anyhow::Result;
use heirloom_app::coordinates;
use heirloom_app::review::Review;
use heirloom_chess::Color;
use heirloom_chess::notation::san;
use heirloom_engine::Score;

use super::document::best;
use super::run::Finished;

const HEADER: &str = "file,line,white,black,ply,number,color,san,uci,cp,mate,depth,nodes,\
    win_before,win_after,accuracy,loss,judgement,best,phase,origin,words\n";

/// Returns the header line.
pub fn header() -> Vec<u8> {
    HEADER.into()
}

/// Returns the lines of a game; scores are from White's point of view, chances and losses from the player's.
pub fn game(finished: &Finished) -> Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for ply in 0..finished.review.moves.len() {
        writer.write_record(row(finished, &finished.review, ply))?;
    }
    Ok(writer.into_inner()?)
}

fn row(finished: &Finished, review: &Review, ply: usize) -> [String; 22] {
    let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
    let tag = |name: &str| finished.found.game.tags().get(name).unwrap_or_default().to_owned();
    let after = review.evaluations[ply + 1].as_ref();
    let (cp, mate) = match after.map(|after| after.score) {
        Some(Score::Cp(centipawns)) => (centipawns.to_string(), String::new()),
        Some(Score::Mate(moves)) => (String::new(), moves.to_string()),
        None => Default::default(),
    };
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.2}"));
    let whole = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
    let quality = reviewed.quality;
    [
        finished.found.file.clone(),
        finished.found.line.to_string(),
        tag("White"),
        tag("Black"),
        (ply + 1).to_string(),
        before.fullmove_number().to_string(),
        if reviewed.mover == Color::White { "white" } else { "black" }.to_owned(),
        san::format(before, reviewed.mv),
        coordinates::of_move(before, reviewed.mv),
        cp,
        mate,
        whole(after.and_then(|after| after.depth).map(u64::from)),
        whole(after.and_then(|after| after.nodes)),
        number(quality.map(|quality| quality.win.0)),
        number(quality.map(|quality| quality.win.1)),
        number(quality.map(|quality| quality.accuracy)),
        quality.map_or(String::new(), |quality| quality.loss.to_string()),
        reviewed.judgement().map_or("", |judgement| judgement.word()).to_owned(),
        best(review, ply).map_or(String::new(), |mv| san::format(before, mv)),
        reviewed.phase.word().to_owned(),
        reviewed.origin.word().to_owned(),
        review.words(ply).unwrap_or_default(),
    ]
}
