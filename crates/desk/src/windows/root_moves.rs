//! The moves of the root, with the effort spent on each by the present search.

use eframe::egui::{RichText, Ui};
use heirloom_engine::insight::RootEffort;

use super::WindowView;
use super::searched::{self, Searched};
use crate::texts::Language;
use crate::widgets::{fields, figures};

/// The order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Sorting {
    #[default]
    Place,
    Effort,
    Value,
}

impl Sorting {
    const ALL: [Sorting; 3] = [Sorting::Place, Sorting::Effort, Sorting::Value];

    fn text(self, texts: Language) -> &'static str {
        match self {
            Sorting::Place => texts.by_place(),
            Sorting::Effort => texts.by_effort(),
            Sorting::Value => texts.by_value(),
        }
    }
}

/// Draws the window.
pub fn show(ui: &mut Ui, view: &mut WindowView<'_>) {
    let texts = view.texts();
    let Some(Searched { seat, report, root }) = searched::head(ui, view) else { return };
    if report.insights.efforts.is_empty() {
        return searched::nothing(ui, texts, report);
    }
    let full = view.is_full();
    let sorting = view.state.get::<Sorting>();
    fields::rows(ui, |ui| {
        ui.label(texts.sort_root_moves());
        for choice in Sorting::ALL {
            ui.selectable_value(sorting, choice, choice.text(texts));
        }
    });
    let all: u64 = report.insights.efforts.iter().map(|effort| effort.nodes).sum();
    let at_work = report.at_work.map(|(_, mv, _)| mv).filter(|_| seat.is_thinking());
    let heads = |ui: &mut Ui| {
        let (place, share) = (texts.move_place(), texts.node_share());
        let (mv, value, line) = (texts.a_move(), texts.value(), texts.line());
        match full {
            true => figures::heads(ui, &[place, mv, texts.nodes(), share, value, line]),
            false => figures::heads(ui, &[place, mv, share, value, line]),
        }
    };
    let efforts = sorted(&report.insights.efforts, *sorting);
    figures::grid(ui, "root moves", heads, efforts.len(), |ui, index| {
        let (place, effort) = efforts[index];
        figures::right(ui, &place.to_string(), 3);
        let name = if root.is_legal(effort.mv) { texts.san(root, effort.mv) } else { String::new() };
        let name = RichText::new(view.settings.moves(&name)).strong();
        let is_searched = at_work == Some(effort.mv);
        ui.label(if is_searched { name.color(ui.visuals().hyperlink_color) } else { name });
        if full {
            figures::right(ui, &figures::count(effort.nodes), 13);
        }
        figures::bar(ui, texts, figures::share(effort.nodes, all));
        figures::right(ui, &figures::score(effort.score), 7);
        let mut lines = seat.progress.lines().map(|(_, info)| info);
        let line = lines.find(|line| line.pv.first() == Some(&effort.mv));
        let moves = line.map_or_else(String::new, |line| texts.line_of_moves(root, &line.pv));
        ui.label(view.settings.moves(&moves));
    });
}

/// Returns the moves with their places in the order of search, from 1.
fn sorted(efforts: &[RootEffort], sorting: Sorting) -> Vec<(usize, RootEffort)> {
    let mut moves: Vec<_> =
        efforts.iter().copied().enumerate().map(|(index, effort)| (index + 1, effort)).collect();
    match sorting {
        Sorting::Place => {}
        Sorting::Effort => moves.sort_by_key(|(_, effort)| std::cmp::Reverse(effort.nodes)),
        Sorting::Value => {
            moves.sort_by_key(|(_, effort)| std::cmp::Reverse(effort.score.map(|score| score.centipawns())))
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::{Line, Move};
    use heirloom_engine::Score;

    #[test]
    fn moves_are_sorted_and_keep_their_places() {
        let moves: Vec<Move> = Line::default().position().legal_moves().iter().copied().take(3).collect();
        let effort = |index: usize, nodes, score: Option<i32>| RootEffort {
            mv: moves[index],
            nodes,
            score: score.map(Score::Cp),
        };
        let efforts = [effort(0, 5, Some(3)), effort(1, 9, None), effort(2, 7, Some(8))];
        let places =
            |sorting| sorted(&efforts, sorting).into_iter().map(|(place, _)| place).collect::<Vec<_>>();
        assert_eq!(Sorting::ALL.map(places), [vec![1, 2, 3], vec![2, 3, 1], vec![3, 1, 2]]);
    }
}
