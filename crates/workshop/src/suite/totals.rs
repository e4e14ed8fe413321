//! Totals over positions, by file, by theme and overall, and solution times.

use std::time::Duration;

use heirloom_app::suite::positions::{Suites, Task};
use heirloom_app::suite::solving::Solution;

/// Statistics on mates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mates {
    /// Positions with a mate to find.
    pub asked: usize,
    /// Positions where a mate was announced.
    pub found: usize,
    /// Positions where the mate was at least as short as the suite's.
    pub best: usize,
    /// Positions where the line does not prove the mate.
    pub bad_lines: usize,
}

/// Totals over a set of positions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SolvingTotals {
    /// Positions searched.
    pub positions: usize,
    /// Positions solved.
    pub solved: usize,
    /// Points scored.
    pub points: u64,
    /// Maximum number of points; 0 if positions have no points.
    pub max_points: u64,
    /// Positions where the engine failed.
    pub faults: usize,
    /// Positions where the engine exceeded its limits.
    pub overruns: usize,
    /// Statistics on mates.
    pub mates: Mates,
    /// Nodes searched.
    pub nodes: u64,
    /// Total search time of all engines.
    pub time: Duration,
}

impl SolvingTotals {
    fn add(&mut self, task: &Task, answer: &Solution) {
        self.positions += 1;
        self.solved += usize::from(answer.solved);
        self.points += u64::from(answer.points);
        self.max_points += u64::from(task.goal.max_points());
        self.faults += usize::from(answer.fault.is_some());
        self.overruns += usize::from(answer.overran);
        self.mates.asked += usize::from(task.goal.distance().is_some());
        if let Some(mate) = &answer.mate {
            self.mates.found += 1;
            self.mates.best += usize::from(mate.is_best());
            self.mates.bad_lines += usize::from(mate.flaw.is_some());
        }
        self.nodes += answer.nodes;
        self.time += answer.time;
    }

    /// Returns the percentage of positions solved.
    pub fn percent(&self) -> f64 {
        self.solved as f64 * 100.0 / self.positions.max(1) as f64
    }

    /// Returns the percentage of points scored; `None` if positions have no points.
    pub fn points_percent(&self) -> Option<f64> {
        (self.max_points > 0).then(|| self.points as f64 * 100.0 / self.max_points as f64)
    }

    /// Returns the search speed in nodes per second.
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-9)) as u64
    }
}

/// The totals of one file.
#[derive(Clone, PartialEq, Debug)]
pub struct FileTally {
    /// The name of the file.
    pub name: String,
    /// The totals.
    pub all: SolvingTotals,
    /// The totals by theme, if every position has a theme and there are several themes with enough positions
    /// each.
    pub themes: Vec<(String, SolvingTotals)>,
    /// Number of lines skipped.
    pub wrong: usize,
}

/// Minimum average number of positions per theme; with fewer, the names are not themes.
const MIN_THEME_SIZE: usize = 3;

/// The totals of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Totals {
    /// The files, in order.
    pub files: Vec<FileTally>,
    /// The overall totals.
    pub all: SolvingTotals,
    /// The times when engines settled on their solutions, in ascending order.
    pub found: Vec<Duration>,
}

impl Totals {
    /// Adds up the answers, which are in the order of the tasks and `None` for positions not searched.
    pub fn new(suites: &Suites, answers: &[Option<Solution>]) -> Totals {
        let file = |name: &String| {
            let wrong = suites.invalid.iter().filter(|wrong| wrong.file == *name).count();
            FileTally { name: name.clone(), all: SolvingTotals::default(), themes: Vec::new(), wrong }
        };
        let mut totals = Totals {
            files: suites.files.iter().map(file).collect(),
            all: SolvingTotals::default(),
            found: Vec::new(),
        };
        for (task, answer) in suites.tasks.iter().zip(answers) {
            let Some(answer) = answer else { continue };
            let file = &mut totals.files[task.file];
            file.all.add(task, answer);
            totals.all.add(task, answer);
            totals.found.extend(answer.found.filter(|_| answer.solved).map(|found| found.time));
            match file.themes.iter_mut().find(|(name, _)| *name == task.theme) {
                Some((_, tally)) => tally.add(task, answer),
                None => {
                    let mut tally = SolvingTotals::default();
                    tally.add(task, answer);
                    file.themes.push((task.theme.clone(), tally));
                }
            }
        }
        for file in &mut totals.files {
            let unnamed = file.themes.iter().any(|(name, _)| name.is_empty());
            if unnamed || file.themes.len() < 2 || file.all.positions < MIN_THEME_SIZE * file.themes.len() {
                file.themes.clear();
            }
        }
        totals.found.sort();
        totals
    }

    /// Returns the time within which `percent` of the solutions were found; `None` without solutions.
    pub fn found_within(&self, percent: usize) -> Option<Duration> {
        let rank = (self.found.len() * percent).div_ceil(100).max(1);
        self.found.get(rank - 1).copied()
    }

    /// Returns the mean time to a solution; `None` without solutions.
    pub fn mean_found(&self) -> Option<Duration> {
        let count = u32::try_from(self.found.len()).ok().filter(|&count| count > 0)?;
        Some(self.found.iter().sum::<Duration>() / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_app::suite::solving::Moment;

    #[test]
    fn totals_are_kept_by_file_and_theme() {
        let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        let file = |names: &[(&str, usize)]| {
            let ids = names
                .iter()
                .flat_map(|&(name, count)| (0..count).map(move |number| format!("{name}.{number:02}")));
            ids.map(|id| format!("{board} c0 \"e4=10, e3=4\"; id \"{id}\";\n")).collect::<String>()
        };
        let mut suites = Suites::default();
        suites.add("themes.epd", file(&[("A", 4), ("B", 2)]).as_bytes());
        suites.add("names.epd", (file(&[("A", 1), ("B", 1)]) + "bad line\n").as_bytes());
        let answer = |index: u64| {
            let solved = index.is_multiple_of(2);
            let time = Duration::from_millis(index * 10);
            let found = solved.then_some(Moment { time, depth: None, nodes: None });
            Some(Solution {
                solved,
                points: if solved { 10 } else { 4 },
                found,
                nodes: 100,
                ..Solution::default()
            })
        };
        let mut answers: Vec<Option<Solution>> = (0..8).map(answer).collect();
        answers[7] = None;
        let totals = Totals::new(&suites, &answers);
        let mut mixed = Suites::default();
        mixed.add("mixed.epd", (file(&[("A", 4), ("B", 4)]) + &format!("{board} bm e4;")).as_bytes());
        assert!(Totals::new(&mixed, &vec![answer(0); 9]).files[0].themes.is_empty(), "not all have a theme");
        let [themes, names] = &totals.files[..] else { panic!("two files") };
        let sums = |tally: &SolvingTotals| (tally.positions, tally.solved, tally.points, tally.max_points);
        assert_eq!(sums(&themes.all), (6, 3, 42, 60));
        assert_eq!(sums(&names.all), (1, 1, 10, 10));
        assert_eq!(sums(&totals.all), (7, 4, 52, 70));
        assert_eq!(
            themes.themes.iter().map(|(name, tally)| (name.as_str(), sums(tally))).collect::<Vec<_>>(),
            [("A", (4, 2, 28, 40)), ("B", (2, 1, 14, 20))]
        );
        assert_eq!((names.themes.len(), names.wrong, themes.wrong), (0, 1, 0));
        assert_eq!((themes.all.percent(), themes.all.points_percent()), (50.0, Some(70.0)));
        let milliseconds = |time: Option<Duration>| time.map(|time| time.as_millis());
        assert_eq!(
            [50, 75, 100].map(|percent| milliseconds(totals.found_within(percent))),
            [Some(20), Some(40), Some(60)]
        );
        assert_eq!(milliseconds(totals.mean_found()), Some(30));
        let nothing = Totals::new(&suites, &vec![None; 8]);
        assert_eq!(nothing.found_within(50), None);
        assert_eq!(nothing.mean_found(), None);
        assert_eq!(nothing.all.percent(), 0.0);
    }
}
