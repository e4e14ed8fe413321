//! What matches need around the games: their settings, tablebases as a referee, and their reports.

pub mod events;
pub mod report;
pub mod tablebases;
pub mod trailers;
pub mod values;
