//! Numbers with singular or plural nouns.

use std::fmt::Display;

/// Formats `1 line is`, `2 lines are`.
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    format!("{count} {}", if count == N::from(1) { one } else { many })
}

/// Formats `1 game`, `2 games`.
pub fn games<N: Copy + Display + PartialEq + From<u8>>(count: N) -> String {
    counted(count, "game", "games")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_singular() {
        assert_eq!([games(0_u64), games(1_u64), games(2_u64)], ["0 games", "1 game", "2 games"]);
        assert_eq!(counted(1_usize, "line is", "lines are"), "1 line is");
    }
}
