//! Measures the frames in which a move list of 10,000 moves is scrolled, stepped through and edited.
//!
//! `cargo bench -p heirloom-desk-tests --bench move_list`.

use std::sync::Arc;
use web_time::{Duration, Instant};

use eframe::egui::{
    Context, Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, RawInput, Rect, TouchPhase, Vec2,
    vec2,
};
use heirloom_chess::notation::pgn;
use heirloom_desk::app::Desk;
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::{EditCommand, FileCommand, PlayCommand, Step};
use heirloom_desk::roster::BuiltInEngines;
use heirloom_desk::settings::{NotationStyle, Settings};
use heirloom_desk::windows::Window;
use heirloom_desk_tests::annotator::{Annotator, nodes};

/// The size of the screen in points.
const SIZE: Vec2 = vec2(1280.0, 1000.0);
/// The number of moves.
const MOVES: usize = 10_000;

/// The desk, drawn frame by frame.
struct Screen {
    ctx: Context,
    desk: Desk,
    began: Instant,
}

impl Screen {
    /// Draws a frame and makes its triangles; returns how long both took.
    fn frame(&mut self, events: Vec<Event>) -> Duration {
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.began.elapsed().as_secs_f64()),
            events,
            ..RawInput::default()
        };
        let start = Instant::now();
        let output = self.ctx.run_ui(input, |ui| self.desk.frame(ui));
        let _ = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        start.elapsed()
    }

    fn frames(&mut self, count: usize, events: impl Fn(usize) -> Vec<Event>) -> Vec<Duration> {
        (0..count).map(|index| self.frame(events(index))).collect()
    }
}

fn print(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let mean = milliseconds(times.iter().sum::<Duration>()) / times.len().max(1) as f64;
    let percentile = milliseconds(times[(times.len() * 99).div_ceil(100) - 1]);
    let most = milliseconds(times[times.len() - 1]);
    println!("{name:<34} mean {mean:6.2} ms   99 % {percentile:6.2} ms   max {most:6.2} ms");
}

fn wheel(points: f32) -> Vec<Event> {
    vec![
        Event::PointerMoved(Pos2::new(600.0, 600.0)),
        Event::MouseWheel {
            source: MouseWheelSource::Wheel,
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, points),
            phase: TouchPhase::Move,
            modifiers: Modifiers::NONE,
        },
    ]
}

fn key(key: Key) -> Vec<Event> {
    vec![Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }]
}

fn main() {
    let game = Annotator::new(1).grown(160, MOVES);
    let text = pgn::to_string(&game);
    println!("{} moves, {} bytes of PGN", game.move_count(), text.len());
    for notation in [NotationStyle::Table, NotationStyle::Paragraph, NotationStyle::Tree] {
        let ctx = Context::default();
        let settings = Settings {
            animation: false,
            notation,
            move_values: true,
            move_times: true,
            move_clocks: true,
            ..Settings::default()
        };
        let mut desk = Desk::new(&ctx, Arc::new(BuiltInEngines), settings);
        desk.dock = Dock::of(&[Window::Journal]);
        let mut screen = Screen { ctx, desk, began: Instant::now() };
        screen.frames(10, |_| Vec::new());
        screen.desk.model.apply(FileCommand::Paste(text.clone()), Instant::now());
        println!("{notation:?}");
        let first = screen.frame(Vec::new());
        print("  first frame", vec![first]);
        screen.frames(20, |_| Vec::new());
        let times = screen.frames(2000, |index| wheel(if index < 1000 { -400.0 } else { 390.0 }));
        print("  scrolling", times);
        let times = screen.frames(300, |_| key(Key::ArrowRight));
        print("  a step", times);
        let all = nodes(screen.desk.model.record().game());
        let (mut jumps, mut edits) = (Vec::new(), Vec::new());
        for index in 0..100 {
            let node = all[index * 97 % all.len()];
            screen.desk.model.apply(PlayCommand::Go(Step::To(node)), Instant::now());
            jumps.push(screen.frame(Vec::new()));
            screen.frames(2, |_| Vec::new());
            let nags = vec![heirloom_chess::game::Nag(1 + (index % 6) as u8)];
            screen.desk.model.apply(EditCommand::Symbols(node, nags), Instant::now());
            edits.push(screen.frame(Vec::new()));
        }
        print("  a jump to another variation", jumps);
        print("  after an edit (laid out again)", edits);
    }
}
