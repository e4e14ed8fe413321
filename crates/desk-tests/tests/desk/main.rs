//! Tests of the desk without a display: every window in both languages, and a whole story.

mod analysing;
mod annotated_games;
mod coach;
mod collection;
mod details;
mod dialogs;
mod documents;
mod files;
mod heard;
mod help;
mod home;
mod keeping;
mod keys;
mod looks;
mod notation;
mod playing;
mod position;
mod puzzles;
mod review;
mod searching;
mod serving;
mod story;
mod suite;
mod whole_games;
mod windows;
