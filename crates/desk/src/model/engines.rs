//! The management of engines: programs that are examined, remembered and forgotten, and the options of all
//! engines.

mod found;

use std::path::Path;

use anyhow::{Result, bail};
use heirloom_app::config::edit::{self, Key};
use heirloom_app::config::{Config, file, programs, text};
use heirloom_app::paths::Location;
use heirloom_app::programs::{Program, ProgramInfo, examine};
use heirloom_app::roster::{BuiltIn, schema};
use heirloom_engine::{EngineOption, OptionKind, OptionValue};
use heirloom_protocol::Protocol;

use super::context::{Context, Effect};
use super::notice::Notice;
use super::strength::Strengths;
use super::task::Task;

/// What can be asked about the engines.
#[derive(Clone, PartialEq, Debug)]
pub enum EnginesCommand {
    /// Reads the list of remembered programs.
    Read,
    /// Starts a program to find out what it is, and its protocol unless that is known.
    Examine(Box<Program>, Option<Protocol>),
    /// Writes a program into the configuration.
    Remember(Box<Program>),
    /// Takes a program out of the configuration.
    Forget(String),
    /// Reads the options of an engine and their values.
    Options(String),
    /// Writes options of an engine into the configuration; no value restores the default.
    Set(String, Vec<(String, Option<String>)>),
    /// Presses a button among the options of an engine that is running.
    Press(String, String),
    /// Looks for engines that are installed on this machine. None is started.
    Find,
    /// Writes a program into the configuration, and analyzes with it.
    Analyze(Box<Program>),
    /// Finds out whether an engine can be limited to an Elo.
    Strength(String),
}

/// An option of an engine, with its value in the configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The option.
    pub option: EngineOption,
    /// The value in the file; none for the default.
    pub value: Option<String>,
}

impl Setting {
    /// Returns the default value.
    pub fn default_text(&self) -> String {
        match &self.option.kind {
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Combo { default, .. } | OptionKind::Text { default } => default.clone(),
            OptionKind::Button => String::new(),
        }
    }
}

/// All options of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The engine.
    pub engine: String,
    /// The options in the engine's order, without those that GUIs set themselves.
    pub settings: Vec<Setting>,
    /// The mistakes in the file.
    pub mistakes: Vec<String>,
}

/// The engines as they are managed.
#[derive(Debug, Default)]
pub struct Engines {
    /// The programs that are remembered.
    pub programs: Vec<Program>,
    /// The result of the last examination: the command, and the program or why it is not one.
    pub examined: Option<(String, Result<ProgramInfo, String>)>,
    /// The options that were read last, or why they cannot be read.
    pub sheet: Option<Result<Sheet, String>>,
    /// The engines that are installed on this machine and not remembered yet; none before they are looked
    /// for.
    pub found: Option<Vec<Program>>,
    finding: Option<Task<Vec<Program>>>,
    /// Which engines can be limited to an Elo.
    pub strengths: Strengths,
    working: Option<Task<Made>>,
}

#[derive(Debug)]
enum Made {
    Programs(Vec<Program>),
    Examined(String, Result<ProgramInfo, String>),
    Sheet(Result<Sheet, String>),
    /// The list after a change, and the engine to analyze with.
    Stored(Result<Vec<Program>, String>, Option<String>),
    Set {
        engine: String,
        changes: Vec<(String, String)>,
        outcome: Result<Sheet, String>,
    },
}

impl Engines {
    /// Returns true if something is being examined or written.
    pub fn is_busy(&self) -> bool {
        self.working.is_some()
    }
}

fn load(path: &Path) -> Config {
    Config::load(&Location { path: Some(path.into()), named: false }, &schema())
}

/// Reads the options of an engine; a program has to be started for that.
fn sheet(path: &Path, id: &str) -> Result<Sheet> {
    let config = load(path);
    let mistakes = config.errors.iter().map(|mistake| mistake.of_file(&config.file())).collect();
    let settings = match (BuiltIn::find(id), config.program(id)) {
        (Some(own), _) => {
            let value =
                |option: &EngineOption| config.entry(own.id(), &option.name).map(|entry| text(&entry.value));
            schema()
                .options(own.id())
                .map(|option| Setting { option: option.clone(), value: value(option) })
                .collect()
        }
        (None, Some(program)) => {
            let examined = examine(program, Some(program.protocol))?;
            let shown =
                examined.options.into_iter().filter(|option| !matches!(option.kind, OptionKind::Button));
            let known = |option: &EngineOption| {
                program.options.iter().find(|(name, _)| name.eq_ignore_ascii_case(&option.name))
            };
            shown
                .map(|option| Setting { value: known(&option).map(|(_, value)| value.clone()), option })
                .collect()
        }
        (None, None) => bail!("there is no engine called {id} in {}", path.display()),
    };
    Ok(Sheet { engine: id.into(), settings, mistakes })
}

/// Checks the values, those of our engines with the engine itself, and writes them.
fn set(path: &Path, id: &str, changes: &[(String, Option<String>)]) -> Result<Sheet> {
    let before = sheet(path, id)?;
    let mut engine = BuiltIn::find(id).map(BuiltIn::create).transpose()?;
    let options: Vec<EngineOption> = before.settings.into_iter().map(|setting| setting.option).collect();
    let mut values: Vec<(&str, Option<OptionValue>)> = Vec::new();
    for (name, value) in changes {
        let option = EngineOption::find(&options, name)?;
        let value = value.as_deref().map(|value| option.parse(value)).transpose()?;
        if let (Some(OptionValue::Text(words)), Some(engine)) = (&value, &mut engine) {
            engine.set_option(&option.name, words)?;
        }
        values.push((name.as_str(), value));
    }
    let own = BuiltIn::find(id).map(BuiltIn::id);
    let one = |text: String, change: &(&str, Option<OptionValue>)| {
        let (name, value) = (change.0, change.1.as_ref());
        match (own, value) {
            (Some(owner), Some(value)) => edit::set(&text, Key { profile: None, owner, name }, value),
            (Some(owner), None) => edit::reset(&text, Key { profile: None, owner, name }),
            (None, value) => programs::set_option(&text, id, name, value),
        }
    };
    file::change(path, |text| values.iter().try_fold(text.to_owned(), one))?;
    sheet(path, id)
}

impl Engines {
    /// Carries a command out.
    pub fn apply(&mut self, command: EnginesCommand, context: &mut Context) {
        if let EnginesCommand::Strength(id) = command {
            return self.strengths.ask(id, context);
        }
        if command == EnginesCommand::Find {
            return self.find(context);
        }
        if let EnginesCommand::Press(engine, name) = command {
            return context.ask(Effect::SetOptions(engine, vec![(name, String::new())]));
        }
        let Some(path) = context.roster.configuration() else {
            return context.notify(Notice::NoConfiguration);
        };
        if self.is_busy() && !matches!(command, EnginesCommand::Examine(..) | EnginesCommand::Options(_)) {
            return context.notify(Notice::NotYet);
        }
        let work: Box<dyn FnOnce() -> Made + Send> = match command {
            EnginesCommand::Read => Box::new(move || Made::Programs(load(&path).programs)),
            EnginesCommand::Examine(program, known) => Box::new(move || {
                let examined = examine(&program, known).map_err(|error| error.to_string());
                Made::Examined(program.command, examined)
            }),
            EnginesCommand::Remember(program) => Box::new(move || {
                if let Some(problem) = problem(&program) {
                    return Made::Stored(Err(problem), None);
                }
                store(&path, |text| programs::remember(text, &program))
            }),
            EnginesCommand::Analyze(program) => Box::new(move || {
                if let Some(problem) = problem(&program) {
                    return Made::Stored(Err(problem), None);
                }
                match store(&path, |text| programs::remember(text, &program)) {
                    Made::Stored(stored, _) => Made::Stored(stored, Some(program.name)),
                    made => made,
                }
            }),
            EnginesCommand::Strength(_) | EnginesCommand::Find | EnginesCommand::Press(..) => return,
            EnginesCommand::Forget(name) => {
                Box::new(move || store(&path, |text| programs::forget(text, &name)))
            }
            EnginesCommand::Options(engine) => {
                self.sheet = None;
                Box::new(move || Made::Sheet(sheet(&path, &engine).map_err(|error| error.to_string())))
            }
            EnginesCommand::Set(engine, changes) => Box::new(move || {
                let outcome = set(&path, &engine, &changes).map_err(|error| error.to_string());
                let now = |name: &str| {
                    let setting =
                        outcome.as_ref().ok()?.settings.iter().find(|setting| setting.option.name == name)?;
                    Some(setting.value.clone().unwrap_or_else(|| setting.default_text()))
                };
                let changes =
                    changes.into_iter().filter_map(|(name, _)| Some((name.clone(), now(&name)?))).collect();
                Made::Set { engine, changes, outcome }
            }),
        };
        self.working = Some(Task::start(&context.wake, move |_| work()));
    }

    /// Looks for engines on this machine, unless that is being done.
    fn find(&mut self, context: &Context) {
        let path = context.roster.configuration();
        self.finding.get_or_insert_with(|| {
            Task::start(&context.wake, move |_| {
                let known = path.map_or_else(Vec::new, |path| load(&path).programs);
                found::find(&found::folders(), &known)
            })
        });
    }

    /// Reads what has been found out.
    pub fn poll(&mut self, context: &mut Context) {
        if let Some(found) = Task::finish(&mut self.finding) {
            self.found = Some(found);
        }
        self.strengths.poll();
        match Task::finish(&mut self.working) {
            None => {}
            Some(Made::Programs(programs)) => self.programs = programs,
            Some(Made::Examined(command, examined)) => self.examined = Some((command, examined)),
            Some(Made::Sheet(sheet)) => self.sheet = Some(sheet),
            Some(Made::Stored(Ok(programs), engine)) => {
                (self.programs, self.strengths) = (programs, Strengths::default());
                context.roster.reload();
                notify_stored(context);
                if let Some(found) = &mut self.found {
                    found.retain(|found| self.programs.iter().all(|known| known.command != found.command));
                }
                engine.into_iter().for_each(|engine| context.ask(Effect::AnalyzeWith(engine)));
            }
            Some(Made::Stored(Err(reason), _)) => context.notify(Notice::Refused(reason)),
            Some(Made::Set { engine, changes, outcome: Ok(sheet) }) => {
                self.sheet = Some(Ok(sheet));
                context.ask(Effect::SetOptions(engine, changes));
                notify_stored(context);
            }
            Some(Made::Set { outcome: Err(reason), .. }) => context.notify(Notice::Refused(reason)),
        }
    }
}

fn notify_stored(context: &mut Context) {
    let path = context.roster.configuration();
    path.into_iter().for_each(|path| context.notify(Notice::Saved(path)));
}

/// Writes a change of the list, and reads the list again.
fn store(path: &Path, change: impl FnOnce(&str) -> Result<String, edit::EditError>) -> Made {
    let stored = file::change(path, change).map_err(|error| error.to_string());
    Made::Stored(stored.map(|_| load(path).programs), None)
}

/// Returns why a program cannot be remembered under its name.
fn problem(program: &Program) -> Option<String> {
    let name = program.name.trim();
    if name.is_empty() || program.command.trim().is_empty() {
        return Some("an engine needs a name and a program file".into());
    }
    BuiltIn::find(name).map(|own| format!("{} is a built-in engine; choose another name", own.id()))
}

#[cfg(test)]
mod tests;
