//! Switches for the features of the search, to measure what each is worth.

/// The features that a search uses; all are on by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Null move pruning (Donninger 1993).
    pub null_move: bool,
    /// Extensions of checks, recaptures and passed pawns.
    pub extensions: bool,
    /// The first layer of quiescence pruning: captures that cannot raise the score near alpha.
    pub futile_captures: bool,
    /// The second layer: captures that lose material.
    pub losing_captures: bool,
    /// Use the table in quiescence too.
    pub quiescence_table: bool,
    /// Killers and history.
    pub killers_and_history: bool,
    /// The table's replacement scheme.
    pub two_big1: bool,
}

/// The names of the switches.
pub const SWITCHES: [&str; 7] = [
    "Null_Move",
    "Extensions",
    "Prune_Futile_Captures",
    "Prune_Losing_Captures",
    "Quiescence_Table",
    "Killers_and_History",
    "TwoBig1",
];

impl Settings {
    /// All features on.
    pub const ALL: Settings = Settings {
        null_move: true,
        extensions: true,
        futile_captures: true,
        losing_captures: true,
        quiescence_table: true,
        killers_and_history: true,
        two_big1: true,
    };

    /// Returns the switch with this name.
    pub fn switch(&mut self, name: &str) -> Option<&mut bool> {
        let Settings {
            null_move,
            extensions,
            futile_captures,
            losing_captures,
            quiescence_table,
            killers_and_history,
            two_big1,
        } = self;
        let switches = [
            null_move,
            extensions,
            futile_captures,
            losing_captures,
            quiescence_table,
            killers_and_history,
            two_big1,
        ];
        SWITCHES.iter().zip(switches).find(|(known, _)| **known == name).map(|(_, switch)| switch)
    }
}
