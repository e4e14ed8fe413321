//! Tests of reading and writing XBoard commands.

use super::*;

fn parse(line: &str) -> Command {
    Command::parse(line).unwrap().unwrap()
}

#[test]
fn every_command_is_written_as_it_is_read() {
    let lines = "xboard|protover 2|accepted usermove|rejected san|new|variant fischerandom|force|go|\
                 playother|white|black|level 40 5 0|\
                 st 2.5|sd 12|nps 1000|time 6000|otim -5|usermove e7e8q|?|ping 7|draw|result 1-0 {White \
                 mates}|\
                 setboard 4k3/8/8/8/8/8/8/4K3 w - - 0 1|edit|hint|bk|undo|remove|hard|easy|post|nopost|\
                 analyze|exit|.|pause|resume|memory 64|\
                 cores 4|egtpath syzygy /my tables|option Hash=64|option Clear Hash|exclude e2e4|exclude \
                 all|include e2e4|include all|\
                 name X Y|rating 2600 1500|computer|random|ics -|uci|quit|e2e4|joho x";
    for line in lines.split('|') {
        assert_eq!(parse(line).to_string(), line);
    }
    assert_eq!(
        parse("option Book File= a=b "),
        Command::Option { name: "Book File".into(), value: Some("a=b".into()) }
    );
    assert_eq!(parse(" go \r"), Command::Go);
    assert_eq!(parse("nps -1"), Command::NodeRate(None));
    assert_eq!(parse("time 12.7"), Command::Time(12));
    assert_eq!(parse("time 99999999999999"), Command::Time(MAX_HUNDREDTHS));
    assert_eq!(Command::parse("  "), Ok(None));
}

#[test]
fn bad_arguments_are_reported() {
    for line in [
        "level x",
        "st",
        "st x",
        "sd -1",
        "nps",
        "time",
        "time x",
        "memory 0",
        "memory",
        "cores x",
        "egtpath syzygy",
        "option",
        "option =3",
    ] {
        let error = Command::parse(line).unwrap_err().to_string();
        assert!(error.starts_with("Error (expected ") && error.ends_with(line), "{error}");
    }
}
