//! `heirloom config program`: external programs registered, listed and removed.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use heirloom_app::config::schema::Schema;
use heirloom_app::config::{Config, file, programs};
use heirloom_app::programs::{Program, examine};
use heirloom_app::words;
use heirloom_engine::OptionValue;
use heirloom_protocol::Protocol;
use heirloom_workshop::configuration::{programs as listed_programs, programs_document};

use crate::configuration::{ConfigurationArguments, report};
use crate::named::named;
use crate::roster::{BuiltIn, PROTOCOLS};

#[derive(Args)]
#[command(after_help = "Examples:
  heirloom config program add stockfish /usr/games/stockfish
  heirloom config program add crafty 'crafty -x' --protocol xboard --folder /opt/crafty
  heirloom config program option stockfish Hash 256
  heirloom config program list
  heirloom play --engine stockfish                    every verb that takes engines accepts the name")]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Register a program under a name, or change its command
    Add {
        /// The name to register it under
        name: String,
        /// Command line: the program's file and arguments, in quotes if there are any
        command: String,
        /// Its protocol [default: start the program to find out]
        #[arg(long, value_parser = named(PROTOCOLS))]
        protocol: Option<Protocol>,
        /// The folder to start it in
        #[arg(long, value_name = "FOLDER")]
        folder: Option<PathBuf>,
    },
    /// Set or unset an option of a program
    Option {
        /// The name of the program
        name: String,
        /// The option
        option: String,
        /// The value; omit it to unset the option
        #[arg(allow_hyphen_values = true)]
        value: Option<String>,
    },
    /// List all programs with their commands, protocols and options
    List {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Remove a program and its options
    Remove {
        /// The name of the program
        name: String,
    },
}

/// Runs an action. Fails on invalid names, unusable programs, and files that cannot be read or written.
pub fn run(
    arguments: &Arguments,
    choice: &ConfigurationArguments,
    schema: &Schema,
    out: &mut dyn Write,
) -> Result<()> {
    if let Some(profile) = &choice.profile {
        bail!("programs do not belong to profiles; omit --profile {profile}");
    }
    match &arguments.action {
        Action::Add { name, command, protocol, folder } => {
            add(name, command, *protocol, folder.as_deref(), choice, out)
        }
        Action::Option { name, option, value } => {
            let (config, path) = (choice.load(schema)?, choice.path()?);
            let program = known(&config, name)?;
            let changed = value.as_deref().map(typed);
            file::change(&path, |text| programs::set_option(text, &program.name, option, changed.as_ref()))?;
            match value {
                Some(value) => writeln!(
                    out,
                    "program.{}.options.{option} = {value} in {}",
                    program.name,
                    path.display()
                )?,
                None => writeln!(out, "program.{}.options.{option} is no longer set", program.name)?,
            }
            Ok(())
        }
        Action::List { json } => {
            let config = choice.load(schema)?;
            report(&config, &config.errors);
            match json {
                true => writeln!(out, "{:#}", programs_document(&config))?,
                false => write!(out, "{}", listed_programs(&config))?,
            }
            Ok(())
        }
        Action::Remove { name } => {
            let (config, path) = (choice.load(schema)?, choice.path()?);
            let program = known(&config, name)?;
            file::change(&path, |text| programs::forget(text, &program.name))?;
            writeln!(out, "{} was removed", program.name)?;
            Ok(())
        }
    }
}

fn add(
    name: &str,
    command: &str,
    protocol: Option<Protocol>,
    folder: Option<&Path>,
    choice: &ConfigurationArguments,
    out: &mut dyn Write,
) -> Result<()> {
    if let Some(own) = BuiltIn::find(name) {
        bail!("{} is a built-in engine; choose another name", own.id());
    }
    let is_plain = |letter: char| !letter.is_control() && !matches!(letter, '/' | '\\' | '"' | '\'' | '=');
    if name.trim().is_empty() || name.trim() != name || !name.chars().all(is_plain) {
        bail!(
            "'{}' is not a valid program name; use one without slashes, quotes and =, such as stockfish",
            name.escape_debug()
        );
    }
    let folder = folder.map(std::path::absolute).transpose()?;
    if let Some(folder) = folder.as_ref().filter(|folder| !folder.is_dir()) {
        bail!("the folder {} does not exist", folder.display());
    }
    let program = Program {
        name: name.into(),
        command: located(command, folder.is_some())?,
        folder,
        ..Program::default()
    };
    let (protocol, introduced) = match protocol {
        Some(protocol) => (protocol, String::new()),
        None => {
            let unusable = || {
                format!(
                    "cannot use {command}; to register it without starting it, add --protocol uci or \
                        --protocol xboard"
                )
            };
            let examined = examine(&program, None).with_context(unusable)?;
            (
                examined.protocol,
                format!("; its name is {}; options: {}", examined.name, examined.options.len()),
            )
        }
    };
    let (program, path) = (Program { protocol, ..program }, choice.path()?);
    file::change(&path, |text| programs::remember(text, &program))?;
    writeln!(out, "{name} = {} ({protocol}) in {}{introduced}", program.command, path.display())?;
    Ok(())
}

/// Returns the command with an absolute path, unless the program runs in its own folder, which the path may
/// be relative to.
fn located(command: &str, has_folder: bool) -> Result<String> {
    let mut words =
        if Path::new(command).is_file() { vec![command.to_owned()] } else { words::split(command)? };
    let Some(first) = words.first_mut() else { bail!("a program needs a command: its file and arguments") };
    let path = Path::new(first.as_str());
    if path.components().count() > 1 && path.is_file() && !has_folder {
        *first = std::path::absolute(path)?.display().to_string();
    }
    Ok(words.iter().map(|word| words::quoted(word)).collect::<Vec<_>>().join(" "))
}

fn known<'a>(config: &'a Config, name: &str) -> Result<&'a Program> {
    let all = || match &config.programs[..] {
        [] => "none is registered yet".into(),
        programs => format!(
            "registered programs: {}",
            programs.iter().map(|program| program.name.as_str()).collect::<Vec<_>>().join(", ")
        ),
    };
    config.program(name).with_context(|| format!("no program is named '{}'; {}", name.escape_debug(), all()))
}

/// Reads a value: true and false and numbers need no quotes.
fn typed(value: &str) -> OptionValue {
    match (value, value.parse()) {
        ("true" | "false", _) => OptionValue::Check(value == "true"),
        (_, Ok(number)) => OptionValue::Spin(number),
        _ => OptionValue::Text(value.into()),
    }
}
