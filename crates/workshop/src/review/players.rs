//! A table of the players with their accuracy over all reviewed games.

use std::fmt::Write as _;

use heirloom_chess::Color;

use super::run::Finished;

/// The sums of one player.
#[derive(Clone, Debug, Default)]
struct Row {
    name: String,
    games: u32,
    moves: u32,
    /// Sums over games with any figures.
    accuracy: (f64, u32),
    /// Centipawns over moves.
    loss: (f64, u32),
    counts: [u32; 3],
}

/// The players in order of their first game.
#[derive(Debug, Default)]
pub struct Players {
    rows: Vec<Row>,
}

impl Players {
    /// Adds a game.
    pub fn add(&mut self, finished: &Finished) {
        for color in Color::ALL {
            let name = finished
                .found
                .game
                .tags()
                .get(if color == Color::White { "White" } else { "Black" })
                .unwrap_or("?");
            // Players without a name are not one person.
            let name = if name == "?" || name.is_empty() { format!("({color})") } else { name.to_owned() };
            let place = self.rows.iter().position(|row| row.name == name).unwrap_or_else(|| {
                self.rows.push(Row { name, ..Row::default() });
                self.rows.len() - 1
            });
            let (row, side) = (&mut self.rows[place], &finished.review.sides[color.index()]);
            row.games += 1;
            for (sum, count) in row.counts.iter_mut().zip(side.counts) {
                *sum += count;
            }
            if let Some(accuracy) = side.accuracy {
                row.accuracy = (row.accuracy.0 + accuracy, row.accuracy.1 + 1);
            }
            for reviewed in finished.review.moves.iter().filter(|reviewed| reviewed.mover == color) {
                row.moves += 1;
                if let Some(quality) = reviewed.quality {
                    row.loss = (row.loss.0 + f64::from(quality.loss), row.loss.1 + 1);
                }
            }
        }
    }

    /// Returns the table; accuracies are means over games, losses means over moves.
    pub fn text(&self) -> String {
        let width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(6);
        let mut text =
            format!("{:width$}  games  moves  accuracy  average loss    ?!     ?    ??\n", "player");
        let mean = |(sum, count): (f64, u32)| {
            if count == 0 { "-".to_owned() } else { format!("{:.1}", sum / f64::from(count)) }
        };
        for row in &self.rows {
            let [inaccuracies, mistakes, blunders] = row.counts;
            let pad = " ".repeat(width - row.name.chars().count());
            let (accuracy, loss) = (mean(row.accuracy), mean(row.loss));
            // A string takes everything.
            let _ = writeln!(
                text,
                "{}{pad}  {:>5}  {:>5}  {accuracy:>8}  {loss:>12}  {inaccuracies:>4}  {mistakes:>4}  \
                {blunders:>4}",
                row.name, row.games, row.moves
            );
        }
        text
    }
}
