//! Switches: each idea of the search can be left out, to see what it is worth; and counts of how nodes ended.

/// What a search may be asked to leave out, to see what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Null move pruning (Donninger 1993).
    pub null_move: bool,
    /// Extensions of checks, recaptures and passed pawns.
    pub extensions: bool,
    /// The first layer of quiescence's pruning: captures that cannot bring the score near alpha are dropped.
    pub futile_captures: bool,
    /// The second layer: captures that lose material are dropped.
    pub losing_captures: bool,
    /// Is the table used in quiescence too?
    pub quiescence_table: bool,
    /// Killers and history.
    pub killers_and_history: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            null_move: true,
            extensions: true,
            futile_captures: true,
            losing_captures: true,
            quiescence_table: true,
            killers_and_history: true,
        }
    }
}

/// How a node may end, for whoever wants to look inside; `Quiet` are those of quiescence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// Repetition or fifty moves.
    Draw,
    /// The table knew enough.
    Table,
    /// Passing was good enough.
    NullMove,
    /// The first move was good enough.
    FirstMove,
    /// A later one was.
    LaterMove,
    /// None was.
    NoCutoff,
    /// Mate or stalemate.
    NoMove,
    QuietTable,
    /// Good enough as it stands.
    StandPat,
    QuietMove,
    QuietNoCutoff,
}
