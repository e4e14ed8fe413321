//! Features, options, the log and the variant over XBoard.

use super::check;
use crate::driver;

#[test]
fn introduction() {
    check(
        "< (quiet 50)
         > xboard < (quiet 50)
         > protover 2
         < feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 \
         analyze=1 colors=0 ics=1 name=1 pause=1 nps=1 debug=1 exclude=1 setscore=0 highlight=0 \
         myname=\"Puppet 1\" variants=\"normal,fischerandom\" memory=1 smp=1 egt=\"syzygy\"
         < feature option=\"Hash -spin 16 1 64\"|feature option=\"Threads -spin 1 1 4\"
         < feature option=\"SyzygyPath -path \"|feature option=\"Clear Hash -button\"
         < feature option=\"Delay -spin 0 0 60000\"|feature option=\"Score -spin 0 -900 900\"
         < feature option=\"Manner -combo *plain /// panic /// limits /// picky\"
         < feature option=\"Debug Log File -file \"|feature done=1
         > accepted ping|rejected san|accepted done < (quiet 30)",
    );
    // Version 1 has no features.
    check("> xboard|protover 1|new|ping 1 < pong 1 > quit");
}

#[test]
fn options_are_set() {
    check(
        "> option delay=60001 < Error (option 'Delay' cannot be '60001'; expected*): option delay=60001
         > option Dealy=1 < Error (no option 'Dealy'; did you mean 'Delay'?): option Dealy=1
         > option Clear Hash|option UCI_Chess960=1|option Manner=limits|memory 1000|ping 1
         < tellusererror option 'Hash Spin(64)'*|pong 1
         > cores 2 < tellusererror option 'Threads Spin(2)'*
         > egtpath syzygy /no such tables|egtpath syzygy / < tellusererror option 'SyzygyPath Text(\"/\")'*
         > egtpath nalimov /x < Error (unsupported kind of tables): egtpath nalimov",
    );
    // During an analysis they restart the search.
    check(
        "> post|analyze < 3 0 *
         > option Score=5 < 3 5 *
         > memory 8 < 3 5 *|(quiet 30)",
    );
}

#[test]
fn both_directions_are_logged_where_asked() {
    let logged = driver::logged("xboard", |file| {
        check(&format!(
            "> xboard|protover 1|option Debug Log File={file}|ping 7 < pong 7
             > option debug log file=|ping 8 < pong 8"
        ));
    });
    assert_eq!(logged, [">> ping 7", "<< pong 7", ">> option debug log file="]);
    check(
        "> option Debug Log File=/no/such/folder/log.txt
         < tellusererror cannot write the log /no/such/folder/log.txt: *; nothing is logged
         > ping 9 < pong 9|(quiet 30)",
    );
}

#[test]
fn castling_is_written_as_the_variant_has_it() {
    let castle = "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1|exclude all|include O-O|go";
    check(&format!("> new|force|{castle} < move e1g1"));
    check(&format!("> new|variant fischerandom|force|{castle} < move O-O"));
    let other = "setboard r1k5/8/8/8/8/8/8/1K5R b a - 0 1|O-O-O|d";
    check(&format!("> new|variant fischerandom|force|{other} < board 2kr4/8/8/8/8/8/8/1K5R w - - 1 2"));
    check("> new|variant atomic < Error (unsupported variant): atomic");
}
