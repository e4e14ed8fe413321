//! A run of suites as text: the unsolved positions and the totals.

use std::fmt::Write as _;
use std::time::Duration;

use heirloom_app::suite::mate::Mate;
use heirloom_app::suite::positions::{Suites, Task};
use heirloom_app::suite::solving::{Moment, Solution};
use heirloom_chess::notation::san;

use super::totals::{Mates, SolvingTotals, Totals};
use crate::columns::{WIDEST, aligned, cut};
use crate::plural::counted;

/// Returns a table of the unsolved positions, or of `all`; empty if there are none.
pub fn positions(suites: &Suites, answers: &[Option<Solution>], all: bool) -> String {
    let searched =
        suites.tasks.iter().zip(answers).filter_map(|(task, answer)| Some((task, answer.as_ref()?)));
    let bad_line = |answer: &Solution| answer.mate.as_ref().is_some_and(|mate| mate.flaw.is_some());
    let shown: Vec<(&Task, &Solution)> =
        searched.filter(|(_, answer)| all || !answer.solved || bad_line(answer)).collect();
    let mut text = String::new();
    for (number, file) in suites.files.iter().enumerate() {
        let rows: Vec<Vec<String>> = shown
            .iter()
            .filter(|(task, _)| task.file == number)
            .map(|(task, answer)| position_row(task, answer))
            .collect();
        if rows.is_empty() {
            continue;
        }
        let bad = shown.iter().any(|(task, answer)| task.file == number && answer.solved);
        let heading = if all {
            "positions"
        } else if bad {
            "unsolved or unproved"
        } else {
            "unsolved"
        };
        let _ = writeln!(text, "{file}: {heading}");
        let mut header = ["position", "played", "expected", "points", "depth", "score", "solution"]
            .map(String::from)
            .to_vec();
        let scored = suites.tasks.iter().any(|task| task.file == number && task.goal.max_points() > 0);
        let mut table = rows;
        if !scored {
            header.remove(3);
            table.iter_mut().for_each(|row| drop(row.remove(3)));
        }
        table.insert(0, header);
        let numbers: &[usize] = if scored { &[3, 4, 5] } else { &[3, 4] };
        text.push_str(&aligned(&table, numbers));
        text.push('\n');
    }
    text
}

fn position_row(task: &Task, answer: &Solution) -> Vec<String> {
    let known = |value: Option<String>| value.unwrap_or_else(|| "-".into());
    let solution = match (&answer.fault, answer.found, answer.lost) {
        (Some(fault), ..) => cut(&format!("the engine failed: {fault}"), 2 * WIDEST),
        (None, Some(found), _) => format!("from {}", moment(found)),
        (None, None, Some(lost)) => format!("until {}", moment(lost)),
        (None, None, None) => "never".into(),
    };
    let solution = match &answer.mate {
        Some(Mate { flaw: Some(flaw), .. }) => format!("{solution}; bad line: {flaw}"),
        Some(mate) => format!("{solution}; {}", mate.verdict()),
        None => solution,
    };
    let max = task.goal.max_points();
    vec![
        cut(&task.id, WIDEST),
        known(answer.best.map(|mv| san::format(&task.position, mv))),
        cut(&task.goal.expected(&task.position), WIDEST),
        if max > 0 { format!("{}/{max}", answer.points) } else { "-".into() },
        known(answer.depth.map(|depth| depth.to_string())),
        known(answer.score.map(|score| score.to_string())),
        solution,
    ]
}

fn moment(moment: Moment) -> String {
    let depth = moment.depth.map(|depth| format!("depth {depth}, ")).unwrap_or_default();
    format!("{depth}{}", seconds(moment.time))
}

fn seconds(time: Duration) -> String {
    format!("{:.3} s", time.as_secs_f64())
}

/// Returns the totals by file and theme, the times, and the work done.
pub fn sums(totals: &Totals, wall: Duration) -> String {
    let scored = totals.all.max_points > 0;
    let mut table = vec![["suite", "positions", "solved", "%"].map(String::from).to_vec()];
    if scored {
        table[0].extend(["points", "of", "%"].map(String::from));
    }
    for file in &totals.files {
        table.push(sum_row(&file.name, &file.all, scored));
        table.extend(file.themes.iter().map(|(name, tally)| sum_row(&format!("  {name}"), tally, scored)));
    }
    if totals.files.len() > 1 {
        table.push(sum_row("all", &totals.all, scored));
    }
    let mut text = aligned(&table, &[1, 2, 3, 4, 5, 6]);
    if let (Some(median), Some(mean), Some(most), Some(longest)) =
        (totals.found_within(50), totals.mean_found(), totals.found_within(90), totals.found_within(100))
    {
        let [median, mean, most, longest] = [median, mean, most, longest].map(seconds);
        let _ = writeln!(
            text,
            "time to solution: median {median}, mean {mean}, 90% within {most}, longest {longest}"
        );
    }
    let Mates { asked, found, best, bad_lines } = totals.all.mates;
    if asked > 0 {
        let _ = writeln!(
            text,
            "mates: {found} of {asked} found, {best} best, {} longer; {} proved by their lines, {bad_lines} \
                not",
            found - best,
            found - bad_lines
        );
    }
    let (nodes, speed) = (totals.all.nodes, totals.all.nodes_per_second());
    let thought = totals.all.time.as_secs_f64();
    let _ = writeln!(
        text,
        "{nodes} nodes in {thought:.1} s of search, {speed} nodes/s; {:.1} s in total",
        wall.as_secs_f64()
    );
    if totals.all.faults > 0 {
        let _ =
            writeln!(text, "the engine failed on {}", counted(totals.all.faults, "position", "positions"));
    }
    if totals.all.overruns > 0 {
        let positions = counted(totals.all.overruns, "position", "positions");
        let _ = writeln!(text, "the engine exceeded its limits on {positions} and was stopped");
    }
    text
}

fn sum_row(name: &str, tally: &SolvingTotals, scored: bool) -> Vec<String> {
    let mut row = vec![
        name.to_owned(),
        tally.positions.to_string(),
        tally.solved.to_string(),
        format!("{:.1}", tally.percent()),
    ];
    match tally.points_percent() {
        Some(percent) => {
            row.extend([tally.points.to_string(), tally.max_points.to_string(), format!("{percent:.1}")])
        }
        None if scored => row.extend(["-", "-", "-"].map(String::from)),
        None => {}
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use heirloom_chess::notation::uci;
    use heirloom_engine::Score;

    #[test]
    fn failures_and_sums_are_tables() {
        let mut suites = Suites::default();
        let board = "4k3/8/8/8/8/8/4P3/4K3 w - -";
        suites.add(
            "a.epd",
            format!("{board} bm e4; id \"A.1\";\n{board} am e3; id \"A.2\";\n{board} bm e3; id \"A.3\";\n")
                .as_bytes(),
        );
        suites.add("sts.epd", format!("{board} c0 \"e4=10, e3=4\"; id \"S.1\";\n").as_bytes());
        let mv = |text: &str| uci::parse(&suites.tasks[0].position, text).ok();
        let found = Moment { time: Duration::from_millis(120), depth: Some(4), nodes: None };
        let solved = Solution {
            best: mv("e2e4"),
            solved: true,
            found: Some(found),
            nodes: 500,
            ..Solution::default()
        };
        let score = Some(Score::Cp(12));
        let failed = Solution {
            best: mv("e2e3"),
            lost: Some(found),
            points: 4,
            depth: Some(5),
            score,
            ..Solution::default()
        };
        let died = Solution { fault: Some("x ended".into()), ..Solution::default() };
        let answers = [Some(solved), Some(failed.clone()), Some(died), Some(failed)];
        let text = positions(&suites, &answers, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines,
            [
                "a.epd: unsolved",
                "position  played  expected  depth  score  solution",
                "A.2       e3      not e3        5  +0.12  until depth 4, 0.120 s",
                "A.3       -       e3            -      -  the engine failed: x ended",
                "",
                "sts.epd: unsolved",
                "position  played  expected  points  depth  score  solution",
                "S.1       e3      e4          4/10      5  +0.12  until depth 4, 0.120 s",
                "",
            ]
        );
        let all = positions(&suites, &answers, true);
        assert!(all.contains("A.1       e4      e4            -      -  from depth 4, 0.120 s"), "{all}");
        let totals = Totals::new(&suites, &answers);
        let text = sums(&totals, Duration::from_secs(2));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "suite    positions  solved     %  points  of     %");
        assert_eq!(lines[1], "a.epd            3       1  33.3       -   -     -");
        assert_eq!(lines[3], "all              4       1  25.0       8  10  80.0");
        assert_eq!(
            lines[4],
            "time to solution: median 0.120 s, mean 0.120 s, 90% within 0.120 s, longest 0.120 s"
        );
        assert_eq!(lines[6], "the engine failed on 1 position");
    }
}
