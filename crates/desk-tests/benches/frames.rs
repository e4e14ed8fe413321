//! Measures frame times and input delays while the flagship searches on all cores with every window open.
//!
//! `cargo bench -p heirloom-desk-tests`; the number of seconds may follow after `--`.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use web_time::{Duration, Instant};

use eframe::egui::{Context, Event, Key, Modifiers, Pos2, RawInput, Rect, Vec2, vec2};
use heirloom_desk::app::Desk;
use heirloom_desk::dock::Dock;
use heirloom_desk::model::command::{AnalysisCommand, FileCommand, PlayCommand, Step};
use heirloom_desk::roster::{BuiltInEngines, EngineFactory, Roster};
use heirloom_desk::settings::Settings;
use heirloom_desk::windows::Window;
use heirloom_engine::Transcript;

const SIZE: Vec2 = vec2(1920.0, 1080.0);

/// The limits for the work of a frame, and for the time until the model has processed an input.
const FRAME: Duration = Duration::from_millis(4);
const INPUT: Duration = Duration::from_millis(50);

const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 11. Nbd2 Bb7 12. Bc2 Re8 \
    13. Nf1 Bf8 14. Ng3 g6 15. a4 c5 16. d5 c4 17. Bg5 h6 18. Be3 Nc5 19. Qd2 h5 20. Bg5 Be7 *";

/// The built-in engines with a thread for each core.
struct AllCores;

impl Roster for AllCores {
    fn names(&self) -> Vec<String> {
        BuiltInEngines.names()
    }

    fn factory_with_transcript(&self, id: &str, transcript: Transcript) -> EngineFactory {
        let make = BuiltInEngines.factory_with_transcript(id, transcript);
        let threads = thread::available_parallelism().map_or(1, usize::from).to_string();
        Box::new(move || {
            let mut engine = make()?;
            // Engines without this option refuse it, and search on one core.
            let _ = engine.set_option("Threads", &threads);
            Ok(engine)
        })
    }
}

/// An event that wakes the desk.
enum Wake {
    Input(Event, Instant),
    /// The time of the repaint, and the frame during or after which it was requested.
    Repaint(Instant, u64),
}

/// The desk, driven as by a display.
struct Screen {
    ctx: Context,
    desk: Desk,
    outbox: Sender<Wake>,
    inbox: Receiver<Wake>,
    began: Instant,
    due: Option<Instant>,
    frames: Vec<Frame>,
    /// The time that each input took to reach the model.
    heard: Vec<Duration>,
}

/// The times of one frame.
#[derive(Clone, Copy)]
struct Frame {
    /// The time of the whole frame: polling the model, drawing, commands.
    wall: Duration,
    /// The CPU time of the thread in that period.
    work: Duration,
    /// The CPU time for making triangles of what was drawn.
    triangles: Duration,
    /// Whether everything was laid out twice, because a size was not known before.
    twice: bool,
    /// Whether the frame had a key to process.
    keyed: bool,
}

impl Screen {
    fn new() -> Screen {
        let ctx = Context::default();
        let (outbox, inbox) = mpsc::channel();
        let settings = Settings { animation: false, ..Settings::default() };
        let mut desk = Desk::new(&ctx, Arc::new(AllCores), settings);
        desk.model.apply(FileCommand::Paste(GAME.into()), Instant::now());
        desk.model.apply(PlayCommand::Go(Step::Last), Instant::now());
        desk.dock = Dock::of(&Window::all().collect::<Vec<_>>());
        let wakes = outbox.clone();
        ctx.set_request_repaint_callback(move |info| {
            let due = Instant::now() + info.delay.min(Duration::from_secs(3600));
            let _ = wakes.send(Wake::Repaint(due, info.current_cumulative_pass_nr));
        });
        let now = Instant::now();
        let (frames, heard) = (Vec::new(), Vec::new());
        Screen { ctx, desk, outbox, inbox, began: now, due: Some(now), frames, heard }
    }

    /// Draws frames when they are due, for this long.
    fn run(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end {
            let next = self.due.unwrap_or(end).min(end);
            match self.inbox.recv_timeout(next.saturating_duration_since(Instant::now())) {
                // Like eframe, this ignores requests from before the last frame.
                Ok(Wake::Repaint(due, pass)) if self.ctx.cumulative_pass_nr() <= pass + 1 => {
                    self.due = Some(self.due.map_or(due, |known| known.min(due)));
                }
                Ok(Wake::Repaint(..)) => {}
                Ok(Wake::Input(event, since)) => {
                    let node = self.desk.model.record().node();
                    self.frame(vec![event]);
                    // The frame of an input also carries out its commands.
                    if self.desk.model.record().node() != node {
                        self.heard.push(since.elapsed());
                    }
                }
                Err(RecvTimeoutError::Timeout) if self.due.is_some_and(|due| due <= Instant::now()) => {
                    self.frame(Vec::new())
                }
                Err(_) => {}
            }
        }
    }

    fn frame(&mut self, events: Vec<Event>) {
        self.due = None;
        let keyed = events.iter().any(|event| matches!(event, Event::Key { .. }));
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, SIZE)),
            time: Some(self.began.elapsed().as_secs_f64()),
            events,
            ..RawInput::default()
        };
        let (work, wall) = (worked(), Instant::now());
        let mut output = self.ctx.run_ui(input, |ui| self.desk.frame(ui));
        let (wall, work) = (wall.elapsed(), worked().saturating_sub(work));
        output.textures_delta.clear();
        let twice = output.platform_output.num_completed_passes > 1;
        let start = worked();
        let _ = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        self.frames.push(Frame { wall, work, triangles: worked().saturating_sub(start), twice, keyed });
    }
}

/// Returns the CPU time of this thread so far.
#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

/// Returns the elapsed time, on systems where the CPU time is not read.
#[cfg(not(unix))]
fn worked() -> Duration {
    thread_local! {
        static START: Instant = Instant::now();
    }
    START.with(Instant::elapsed)
}

/// Returns mean, 99th percentile and maximum in milliseconds.
fn figures(mut times: Vec<Duration>) -> [f64; 3] {
    if times.is_empty() {
        return [f64::NAN; 3];
    }
    times.sort();
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    [mean, times[(times.len() * 99).div_ceil(100) - 1], times[times.len() - 1]]
        .map(|time| time.as_secs_f64() * 1000.0)
}

fn print(name: &str, times: Vec<Duration>, bar: Option<Duration>) {
    let [mean, percentile, most] = figures(times);
    let bar = bar.map_or_else(String::new, |bar| format!("   bar {} ms", bar.as_millis()));
    println!("{name:<34} mean {mean:6.2} ms   99 % {percentile:6.2} ms   max {most:6.2} ms{bar}");
}

fn main() {
    let asked = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let seconds = Duration::from_secs(asked.unwrap_or(20));
    let mut screen = Screen::new();

    // Letters and pieces are rendered once, before the measurement.
    screen.run(Duration::from_secs(2));
    screen.frames.clear();
    screen.run(Duration::from_secs(5));
    let idle = std::mem::take(&mut screen.frames);
    println!("idle, all windows open: {} frames in 5 s", idle.len());

    screen.desk.model.apply(AnalysisCommand::Switch(true), Instant::now());
    screen.ctx.request_repaint();
    screen.run(Duration::from_secs(2));
    screen.frames.clear();
    let outbox = screen.outbox.clone();
    thread::spawn(move || {
        for number in 0.. {
            thread::sleep(Duration::from_millis(97));
            // Most inputs move the pointer; some keys go to another position and restart the search.
            let event = match number % 10 {
                3 => key(Key::ArrowLeft),
                8 => key(Key::ArrowRight),
                _ => Event::PointerMoved(Pos2::new((number * 37 % 1900) as f32, (number * 53 % 1000) as f32)),
            };
            if outbox.send(Wake::Input(event, Instant::now())).is_err() {
                return;
            }
        }
    });
    screen.run(seconds);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let rate = screen.frames.len() as f64 / seconds.as_secs_f64();
    let windows = Window::all().count();
    println!("searching on {cores} cores, {windows} windows in sight, {rate:.1} frames a second:");
    let of = |time: fn(&Frame) -> Duration| screen.frames.iter().map(time).collect::<Vec<_>>();
    print("a frame's work", of(|frame| frame.work), Some(FRAME));
    let part = |is: fn(&Frame) -> bool| {
        screen.frames.iter().filter(|frame| is(frame)).map(|frame| frame.work).collect::<Vec<_>>()
    };
    print("of those with a key", part(|frame| frame.keyed), None);
    print("of the others", part(|frame| !frame.keyed), None);
    print("of those laid out twice", part(|frame| frame.twice), None);
    print("the same on the clock", of(|frame| frame.wall), None);
    print("triangles of a frame", of(|frame| frame.triangles), None);
    print("from a key to the model", screen.heard.clone(), Some(INPUT));
}

fn key(key: Key) -> Event {
    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE }
}
