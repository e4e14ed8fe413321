//! The key moments as small boards, the list of bad moves, and what is said about a move, with lines that can
//! be played out.

use eframe::egui::{Link, RichText, Role, Sense, Ui, vec2};
use heirloom_app::review::Review;
use heirloom_chess::game::NodeId;

use super::described::{Described, LineText, change, signed};
use crate::model::command::{Command, PlayCommand, ReviewCommand, Step};
use crate::model::{Stage, players};
use crate::settings::Settings;
use crate::theme::palette;
use crate::widgets;
use crate::widgets::pieces::Pieces;
use crate::widgets::{help, small_board};
use crate::windows::WindowView;

/// The pieces of the small boards, which have a size of their own.
#[derive(Default)]
struct SmallPieces(Pieces);

/// The side of a small board.
const SIDE: f32 = 132.0;

/// Draws the key moments next to each other: the board before the move, and the move.
pub fn boards(ui: &mut Ui, view: &mut WindowView<'_>, review: &Review) {
    let texts = view.texts();
    let plies = review.key_moments();
    if plies.is_empty() {
        return;
    }
    // The same players can try it again from there.
    let play = &view.model.play;
    let again = matches!(play.stage(), Stage::Over(_)) && players::person(play.players()).is_some();
    ui.add_space(6.0);
    ui.strong(texts.key_moments());
    ui.horizontal_wrapped(|ui| {
        for ply in plies {
            let (before, reviewed) = (&review.positions[ply], &review.moves[ply]);
            let san = signed(texts, review, ply);
            let room = if again { 52.0 } else { 22.0 };
            ui.allocate_ui(vec2(SIDE, SIDE + room), |ui| {
                ui.vertical(|ui| {
                    let pieces = &mut view.state.get::<SmallPieces>().0;
                    let board = small_board::show(ui, before, Some(reviewed.mv), SIDE, pieces, view.settings);
                    let over = ui.interact(board.rect, board.id.with("go"), Sense::click());
                    widgets::named(&over, Role::Button, texts.go_to_move(&san));
                    let link = go_to(ui, view.settings, review, ply, &san);
                    if over.clicked() || link {
                        view.commands.push(Command::Play(PlayCommand::Go(Step::To(reviewed.node))));
                    }
                    if again && help::button(ui, texts.again_from_here(), texts.help_again_from_here()) {
                        let game = view.model.record().game();
                        let before = game.parent(reviewed.node).unwrap_or(NodeId::START);
                        view.commands.push(Command::Play(PlayCommand::Go(Step::To(before))));
                        view.commands.push(Command::Play(PlayCommand::PlayFromHere));
                    }
                });
            });
        }
    });
}

/// Draws a list of all bad moves, with what each costs.
pub fn list(ui: &mut Ui, view: &mut WindowView<'_>, review: &Review) {
    let texts = view.texts();
    let described = view.state.get::<Described>().of(&view.model.review, view.settings, review);
    if described.bad().is_empty() {
        return;
    }
    ui.add_space(6.0);
    ui.strong(texts.bad_moves());
    for bad in described.bad() {
        ui.horizontal_wrapped(|ui| {
            if go_to(ui, view.settings, review, bad.ply, &bad.san) {
                view.commands.push(Command::Play(PlayCommand::Go(Step::To(bad.node))));
            }
            ui.weak(&bad.change);
            if bad.withdrawn {
                ui.weak(&bad.reason);
            } else if !bad.reason.is_empty() {
                ui.label(&bad.reason);
            }
        });
    }
}

/// Draws a link with a move in the color of its judgement; returns true if it was clicked.
fn go_to(ui: &mut Ui, settings: &Settings, review: &Review, ply: usize, san: &str) -> bool {
    let color = review.moves[ply].judgement().map(|judgement| palette(ui).judged(judgement));
    let text = RichText::new(settings.moves(san)).strong();
    let link = ui.add(Link::new(text.color(color.unwrap_or(ui.visuals().text_color()))));
    widgets::named(&link, Role::Link, san);
    link.clicked()
}

/// Draws everything known about a move: its value, judgement or grade, the reasons, the lines, how hard it
/// was to see, and what the historical engines would have played.
pub fn move_in_full(ui: &mut Ui, view: &mut WindowView<'_>, review: &Review, ply: usize) {
    let texts = view.texts();
    let Some(reviewed) = review.moves.get(ply) else { return };
    let color = reviewed.judgement().map(|judgement| palette(ui).judged(judgement));
    ui.horizontal_wrapped(|ui| {
        ui.strong(view.settings.moves(&signed(texts, review, ply)));
        if let Some(judgement) = reviewed.judgement() {
            let text = RichText::new(texts.judgement(judgement)).strong();
            ui.label(text.color(color.unwrap_or(ui.visuals().text_color())));
        } else if let Some(grade) = reviewed.grade() {
            ui.label(texts.grade(grade));
        }
        ui.label(change(reviewed));
        ui.weak(texts.phase(reviewed.phase));
    });
    let (made, for_experts) = (&view.model.review, view.is_full());
    let full = view.state.get::<Described>().of(made, view.settings, review);
    let full = full.full(made, view.settings, review, ply);
    if !full.withdrawn.is_empty() {
        ui.weak(full.withdrawn);
    }
    if reviewed.judgement().is_none() {
        return;
    }
    for line in full.reasons.iter().chain(&full.lines) {
        let plays = link(ui, line, texts.help_play_line(), &texts.play_line(&line.text));
        if let Some(moves) = line.moves.as_ref().filter(|_| plays) {
            view.commands.push(Command::Review(ReviewCommand::PlayOut(ply, moves.clone())));
        }
    }
    if !full.visibility.is_empty() {
        ui.label(&full.visibility);
    }
    if !full.eras.is_empty() && for_experts {
        help::explained(ui.strong(texts.five_eras()), &full.eras_explained);
        full.eras.iter().for_each(|era| _ = ui.label(era));
    }
}

/// Draws a sentence or a line as a link to its moves; returns true if it was clicked.
fn link(ui: &mut Ui, line: &LineText, explanation: &str, name: &str) -> bool {
    if line.moves.is_none() {
        ui.label(&line.shown);
        return false;
    }
    if line.label.is_empty() {
        let link = ui.add(Link::new(RichText::new(&line.shown).color(ui.visuals().text_color())));
        widgets::named(&link, Role::Link, &line.text);
        return help::explained(link, explanation).clicked();
    }
    ui.horizontal_wrapped(|ui| {
        ui.weak(format!("{}:", line.label));
        let link = ui.add(Link::new(&line.shown));
        widgets::named(&link, Role::Link, name);
        help::explained(link, explanation).clicked()
    })
    .inner
}
