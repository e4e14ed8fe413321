//! Tests of the desk as an engine: it shows the other program's game and search, and accepts no moves.

use std::io::{BufReader, Write};
use std::thread;

use heirloom_chess::Square;
use heirloom_desk::model::Stage;
use heirloom_desk::windows::Window;
use heirloom_desk_tests::driver::in_both;
use heirloom_protocol::Protocol;

#[test]
fn another_program_leads_the_game() {
    in_both(|driver, texts| {
        driver.desk().dock.bring(Window::Watchdog);
        let serve = driver.desk().model.serve("rajah");
        let (input, mut write) = std::io::pipe().unwrap();
        let served =
            thread::spawn(move || serve.run(Protocol::Uci, BufReader::new(input), std::io::sink()).is_ok());
        writeln!(write, "uci\nposition startpos moves e2e4\ngo wtime 60000 btime 95000 depth 3").unwrap();
        driver.wait("the answer", |model| model.record().line().moves().len() == 2);
        driver.bring(Window::Clocks);
        assert!(driver.sees_part(texts.clock_lead()) && driver.sees_part("+35 s"));
        driver.bring(Window::Watchdog);
        assert!(driver.stage() == Stage::Playing && driver.sees("rajah") && driver.sees(texts.best_value()));
        // The analysis shows what the engine thinks.
        driver.bring(Window::Analysis);
        assert!(
            driver.sees("Rajah") && driver.sees(texts.served_by_program()) && driver.sees(texts.white_view())
        );
        driver.drag(Square::D2, Square::D4);
        driver.type_into(texts.typed_move(), "d4");
        assert_eq!(driver.plies(), 2);
        assert!(driver.sees(&texts.notice(&heirloom_desk::model::notice::Notice::Serving)));
        drop(write);
        driver.wait("the end", |model| model.serving.as_ref().is_some_and(|serving| serving.over));
        assert!(served.join().unwrap());
    });
}
