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

    /// Returns all switches with the names of their options.
    pub fn switches(&mut self) -> [(&'static str, &mut bool); 7] {
        [
            ("Null_Move", &mut self.null_move),
            ("Extensions", &mut self.extensions),
            ("Prune_Futile_Captures", &mut self.futile_captures),
            ("Prune_Losing_Captures", &mut self.losing_captures),
            ("Quiescence_Table", &mut self.quiescence_table),
            ("Killers_and_History", &mut self.killers_and_history),
            ("TwoBig1", &mut self.two_big1),
        ]
    }
}
