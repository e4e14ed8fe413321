//! An engine that is asked for things beside any search: the evaluation of a position by term, and its moves as that engine generates them.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use heirloom_chess::{Move, Position};
use heirloom_engine::{Engine, EngineOption, Explanation, OptionKind, Signals};

use super::worker::Wake;
use crate::roster::{Maker, Roster};

/// The option that says which of its evaluations an engine uses, where it has several.
const EVALUATION: &str = "Evaluation";

/// What an engine has answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The position it was asked about.
    pub position: Position,
    /// Its evaluation, or why there is none.
    pub explanation: Result<Explanation, String>,
    /// All moves in the order in which it generates them, or why they are not known.
    pub generated: Result<Vec<Move>, String>,
    /// The names of its evaluations, where it has several.
    pub kinds: Vec<String>,
}

#[derive(Clone, PartialEq, Debug)]
struct Question {
    kind: Option<String>,
    position: Position,
}

/// See the file's head. The engine lives on a thread of its own, from the first question until [`Inquiry::rest`].
#[derive(Debug, Default)]
pub struct Inquiry {
    /// Who is asked, by the name in the roster.
    pub engine: String,
    /// Which of its evaluations; its usual one without.
    pub kind: Option<String>,
    /// The latest answer.
    pub answer: Option<Answer>,
    asked: Option<Question>,
    partner: Option<Partner>,
}

#[derive(Debug)]
struct Partner {
    engine: String,
    questions: Sender<Question>,
    answers: Receiver<Answer>,
}

impl Inquiry {
    /// Of this engine.
    pub fn of(engine: &str) -> Inquiry {
        Inquiry { engine: engine.into(), ..Inquiry::default() }
    }

    /// Asks about a position, unless that is what was asked last.
    pub fn ask(&mut self, position: &Position, roster: &dyn Roster, wake: &Wake) {
        let changed = self.partner.as_ref().is_none_or(|partner| partner.engine != self.engine);
        let same =
            self.asked.as_ref().is_some_and(|asked| asked.kind == self.kind && asked.position == *position);
        if !changed && same {
            return;
        }
        if changed {
            self.answer = self.answer.take().filter(|_| self.partner.is_none());
            self.partner = Some(Partner::start(&self.engine, roster.maker(&self.engine), Wake::clone(wake)));
        }
        let question = Question { kind: self.kind.clone(), position: position.clone() };
        if let Some(partner) = &self.partner {
            // A thread that is gone is noticed when its answer is looked for.
            let _ = partner.questions.send(question.clone());
        }
        self.asked = Some(question);
    }

    /// Nobody wants to know any more: the engine goes, its last answer stays.
    pub fn rest(&mut self) {
        (self.partner, self.asked) = (None, None);
    }

    /// Takes in what was answered.
    pub fn poll(&mut self) {
        let Some(partner) = &self.partner else { return };
        loop {
            match partner.answers.try_recv() {
                Ok(answer) => self.answer = Some(answer),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        let unanswered = self
            .asked
            .as_ref()
            .filter(|asked| self.answer.as_ref().is_none_or(|answer| answer.position != asked.position));
        if let Some(asked) = unanswered {
            let reason = || "the engine stopped unexpectedly".to_owned();
            let position = asked.position.clone();
            self.answer = Some(Answer {
                position,
                explanation: Err(reason()),
                generated: Err(reason()),
                kinds: Vec::new(),
            });
        }
    }
}

impl Partner {
    fn start(engine: &str, make: Maker, wake: Wake) -> Partner {
        let (questions, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        // Without a thread the channels close, and that is noticed.
        let _ =
            thread::Builder::new().name("inquiry".into()).spawn(move || serve(make, &inbox, &outbox, &wake));
        Partner { engine: engine.into(), questions, answers }
    }
}

fn serve(make: Maker, inbox: &Receiver<Question>, outbox: &Sender<Answer>, wake: &Wake) {
    let mut engine = make();
    while let Ok(first) = inbox.recv() {
        // Only the latest question is of interest.
        let question = inbox.try_iter().last().unwrap_or(first);
        let position = question.position.clone();
        let answer = match &mut engine {
            Ok(engine) => answer(engine.as_mut(), &question),
            Err(reason) => Answer {
                position,
                explanation: Err(reason.clone()),
                generated: Err(reason.clone()),
                kinds: Vec::new(),
            },
        };
        if outbox.send(answer).is_err() {
            return;
        }
        wake();
    }
}

fn answer(engine: &mut dyn Engine, question: &Question) -> Answer {
    let choice =
        EngineOption::find(engine.options(), EVALUATION).ok().and_then(|option| match &option.kind {
            OptionKind::Combo { default, choices } => Some((default.clone(), choices.clone())),
            _ => None,
        });
    let mut explanation = Ok(());
    if let Some((default, _)) = &choice {
        explanation = engine.set_option(EVALUATION, question.kind.as_ref().unwrap_or(default));
    }
    let position = question.position.clone();
    let explanation = explanation.and_then(|()| engine.explain(&position)).map_err(|error| error.to_string());
    let generated = engine.divide(&position, 1, &Signals::new());
    let generated = generated
        .map(|moves| moves.into_iter().map(|(mv, _)| mv).collect())
        .map_err(|error| error.to_string());
    Answer { position, explanation, generated, kinds: choice.map(|(_, choices)| choices).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use web_time::{Duration, Instant};

    use super::*;
    use crate::roster::Ours;

    fn wait(inquiry: &mut Inquiry, position: &Position) -> Answer {
        let start = Instant::now();
        loop {
            inquiry.ask(position, &Ours, &(Arc::new(|| {}) as Wake));
            inquiry.poll();
            match &inquiry.answer {
                Some(answer) if answer.position == *position => return answer.clone(),
                _ => assert!(start.elapsed() < Duration::from_secs(60), "no answer"),
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn every_engine_of_ours_explains_itself() {
        let position =
            Position::from_fen("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
                .unwrap();
        for name in Ours.names() {
            let answer = wait(&mut Inquiry::of(&name), &position);
            let generated = answer.generated.unwrap();
            assert_eq!(generated.len(), position.legal_moves().len(), "{name}");
            assert!(answer.explanation.is_ok_and(|explanation| !explanation.squares.is_empty()), "{name}");
            assert_eq!(answer.kinds.is_empty(), name != "heirloom");
        }
    }

    #[test]
    fn the_classical_evaluation_has_more_terms_than_a_net() {
        let (position, terms) =
            (Position::startpos(), |answer: Answer| answer.explanation.unwrap().rows.len());
        let net = terms(wait(&mut Inquiry::of("heirloom"), &position));
        let mut classical = Inquiry { kind: Some("classical".into()), ..Inquiry::of("heirloom") };
        assert!(terms(wait(&mut classical, &position)) > net);
    }

    #[test]
    fn what_cannot_be_answered_is_said() {
        let mut inquiry = Inquiry::of("/no/such/program");
        let answer = wait(&mut inquiry, &Position::startpos());
        assert!(answer.explanation.is_err() && answer.generated.is_err());
        inquiry.rest();
        assert!(inquiry.partner.is_none() && inquiry.answer.is_some());
    }
}
