//! An engine that explains a position apart from any search: its evaluation by term, and the moves as it
//! generates them.

use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use heirloom_chess::{Move, Position};
use heirloom_engine::{Engine, EngineOption, Explanation, OptionKind, Signals};

use super::context::Context;
use super::worker::WakeFn;
use crate::roster::EngineFactory;

/// The option that selects the evaluation of an engine with several.
const EVALUATION: &str = "Evaluation";

/// An answer of the engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The position.
    pub position: Position,
    /// Its evaluation, or why there is none.
    pub explanation: Result<Explanation, String>,
    /// All moves in the order of their generation, or why they are not known.
    pub generated: Result<Vec<Move>, String>,
    /// The names of the engine's evaluations, if it has several.
    pub kinds: Vec<String>,
}

impl Answer {
    fn failed(position: &Position, reason: &str) -> Answer {
        let (explanation, generated) = (Err(reason.to_owned()), Err(reason.to_owned()));
        Answer { position: position.clone(), explanation, generated, kinds: Vec::new() }
    }
}

#[derive(Clone, PartialEq, Debug)]
struct Question {
    kind: Option<String>,
    position: Position,
}

/// The engine that is asked. It runs on a thread of its own, from the first question until
/// [`Explainer::rest`].
#[derive(Debug, Default)]
pub struct Explainer {
    /// The engine, by its name in the roster.
    pub engine: String,
    /// The name of the evaluation; none for the usual one.
    pub kind: Option<String>,
    /// The latest answer.
    pub answer: Option<Answer>,
    pending: Option<Question>,
    thread: Option<ExplainerThread>,
}

#[derive(Debug)]
struct ExplainerThread {
    engine: String,
    questions: Sender<Question>,
    answers: Receiver<Answer>,
}

impl Explainer {
    /// Creates one that asks this engine.
    pub fn of(engine: &str) -> Explainer {
        Explainer { engine: engine.into(), ..Explainer::default() }
    }

    /// Asks about a position, unless that is what was asked last.
    pub fn ask(&mut self, position: &Position, context: &Context) {
        let changed = self.thread.as_ref().is_none_or(|partner| partner.engine != self.engine);
        let question = Question { kind: self.kind.clone(), position: position.clone() };
        if !changed && self.pending.as_ref() == Some(&question) {
            return;
        }
        if changed {
            self.answer = self.answer.take().filter(|_| self.thread.is_none());
            self.thread = Some(ExplainerThread::start(&self.engine, context));
        }
        if let Some(partner) = &self.thread {
            // A thread that has ended is noticed when the answers are read.
            let _ = partner.questions.send(question.clone());
        }
        self.pending = Some(question);
    }

    /// Lets the engine go; its last answer stays.
    pub fn rest(&mut self) {
        (self.thread, self.pending) = (None, None);
    }

    /// Reads the answers.
    pub fn poll(&mut self) {
        let Some(partner) = &self.thread else { return };
        loop {
            match partner.answers.try_recv() {
                Ok(answer) => self.answer = Some(answer),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => break,
            }
        }
        let unanswered = self
            .pending
            .as_ref()
            .filter(|pending| self.answer.as_ref().is_none_or(|answer| answer.position != pending.position));
        if let Some(pending) = unanswered {
            self.answer = Some(Answer::failed(&pending.position, "the engine stopped unexpectedly"));
        }
    }
}

impl ExplainerThread {
    fn start(engine: &str, context: &Context) -> ExplainerThread {
        let (make, wake) = (context.roster.factory(engine), WakeFn::clone(&context.wake));
        let (questions, inbox) = mpsc::channel();
        let (outbox, answers) = mpsc::channel();
        // Without a thread the channels are closed, which is noticed when the answers are read.
        let _ = thread::Builder::new()
            .name("explainer".into())
            .spawn(move || serve(make, &inbox, &outbox, &wake));
        ExplainerThread { engine: engine.into(), questions, answers }
    }
}

fn serve(make: EngineFactory, inbox: &Receiver<Question>, outbox: &Sender<Answer>, wake: &WakeFn) {
    let mut engine = make();
    while let Ok(first) = inbox.recv() {
        // Only the latest question matters.
        let question = inbox.try_iter().last().unwrap_or(first);
        let answer = match &mut engine {
            Ok(engine) => answer(engine.as_mut(), &question),
            Err(reason) => Answer::failed(&question.position, reason),
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
    use crate::roster::{BuiltInEngines, Roster};

    fn wait(explainer: &mut Explainer, position: &Position) -> Answer {
        let start = Instant::now();
        loop {
            explainer.ask(position, &Context::new(Arc::new(BuiltInEngines), Arc::new(|| {})));
            explainer.poll();
            match &explainer.answer {
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
        for name in BuiltInEngines.names() {
            let answer = wait(&mut Explainer::of(&name), &position);
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
        let net = terms(wait(&mut Explainer::of("heirloom"), &position));
        let mut classical = Explainer { kind: Some("classical".into()), ..Explainer::of("heirloom") };
        assert!(terms(wait(&mut classical, &position)) > net);
    }

    #[test]
    fn what_cannot_be_answered_is_said() {
        let mut explainer = Explainer::of("/no/such/program");
        let answer = wait(&mut explainer, &Position::startpos());
        assert!(answer.explanation.is_err() && answer.generated.is_err());
        explainer.rest();
        assert!(explainer.thread.is_none() && explainer.answer.is_some());
    }
}
