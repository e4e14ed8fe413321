//! The report card of a game: one row for each figure, with a value for each player.

use heirloom_app::review::grade::Grade;
use heirloom_app::review::judgement::Judgement;
use heirloom_app::review::phase::Phase;
use heirloom_app::review::{Review, Side};

/// A row of the card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// The values of White and Black.
    pub values: [String; 2],
    /// The judgement whose color the row has.
    pub judgement: Option<Judgement>,
}

/// Returns the rows of a review's card; those without any value are left out.
pub fn rows(review: &Review) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut row = |name: &str, judgement, value: &dyn Fn(&Side) -> Option<String>| {
        let values = [0, 1].map(|index| value(&review.sides[index]));
        if values.iter().any(Option::is_some) {
            let values = values.map(|value| value.unwrap_or_else(|| "–".to_owned()));
            rows.push(Row { name: name.to_owned(), values, judgement });
        }
    };
    row("Accuracy", None, &|side| Some(format!("{:.1}%", side.accuracy?)));
    row("Estimated rating", None, &|side| {
        let estimate = side.rating?;
        Some(format!("{} ± {}", estimate.rating, estimate.error))
    });
    for (grade, name) in
        [(Grade::Only, "Only moves"), (Grade::Best, "Best moves"), (Grade::Good, "Good moves")]
    {
        row(name, None, &|side| Some(side.graded(grade).to_string()));
    }
    for (judgement, name) in Judgement::ALL.into_iter().zip(["Inaccuracies", "Mistakes", "Blunders"]) {
        row(name, Some(judgement), &|side| Some(side.counts[judgement as usize].to_string()));
    }
    row("Missed wins", None, &|side| Some(side.missed_wins.to_string()));
    row("Average loss in centipawns", None, &|side| Some(format!("{:.0}", side.average_loss?)));
    for phase in Phase::ALL {
        row(&format!("in the {}", phase.word()), None, &|side| {
            Some(format!("{:.0}", side.losses[phase as usize]?))
        });
    }
    row("Seconds per move", None, &|side| Some(format!("{:.1}", side.seconds[0]?)));
    row("Seconds per bad move", None, &|side| Some(format!("{:.1}", side.seconds[1]?)));
    rows
}
