//! The symbols that moves are annotated with (NAGs): which exclude each other, and how they are typed.

use heirloom_chess::Color;
use heirloom_chess::game::Nag;

/// Symbols that judge a move, those that judge the position, and others. Of the first two kinds a move has
/// one each. Each symbol has the number after a move of White and that after a move of Black.
pub const GROUPS: [&[[u8; 2]]; 3] = [
    &[[3, 3], [1, 1], [5, 5], [6, 6], [2, 2], [4, 4], [7, 7]],
    &[[18, 18], [16, 16], [14, 14], [10, 10], [13, 13], [15, 15], [17, 17], [19, 19]],
    &[
        [146, 146],
        [140, 140],
        [142, 142],
        [36, 37],
        [40, 41],
        [132, 133],
        [44, 45],
        [32, 33],
        [26, 27],
        [22, 23],
        [138, 139],
    ],
];

/// Returns the number of a symbol after a move of this color.
pub fn nag(symbol: [u8; 2], mover: Color) -> Nag {
    Nag(symbol[mover.index()])
}

/// Adds a symbol in place of the one that it excludes, or removes it if it is there.
pub fn toggle(nags: &mut Vec<Nag>, nag: Nag) {
    if nags.contains(&nag) {
        return nags.retain(|other| *other != nag);
    }
    let exclusive = GROUPS[..2].iter().find(|group| group.iter().any(|symbol| symbol.contains(&nag.0)));
    if let Some(group) = exclusive {
        nags.retain(|other| !group.iter().any(|symbol| symbol.contains(&other.0)));
    }
    nags.push(nag);
}

/// Changes the mark of a move by a typed `!` or `?`: after `!`, `?` makes `!?`. The same sign a third time
/// removes it. Returns false for other characters.
pub fn type_sign(nags: &mut Vec<Nag>, typed: char) -> bool {
    if !matches!(typed, '!' | '?') {
        return false;
    }
    let known =
        nags.iter().find(|nag| (1..=6).contains(&nag.0)).and_then(|nag| nag.symbol()).unwrap_or_default();
    let alone = typed.to_string();
    let next = Nag::from_symbol(format!("{known}{typed}").as_bytes());
    let removed = known == alone.repeat(2);
    nags.retain(|nag| !GROUPS[0].iter().any(|symbol| symbol.contains(&nag.0)));
    if !removed {
        nags.extend(next.or_else(|| Nag::from_symbol(alone.as_bytes())));
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_typed_one_after_the_other() {
        for (typed, expected) in [
            ("!", 1),
            ("?", 2),
            ("!!", 3),
            ("??", 4),
            ("!?", 5),
            ("?!", 6),
            ("!!!", 0),
            ("!?!", 1),
            ("????", 2),
        ] {
            let mut nags = vec![Nag(10)];
            assert!(typed.chars().all(|letter| type_sign(&mut nags, letter)));
            let mark = nags.iter().find(|nag| nag.0 < 10).map_or(0, |nag| nag.0);
            assert_eq!((mark, nags[0]), (expected, Nag(10)), "{typed}");
        }
        assert!(!type_sign(&mut Vec::new(), '='));
    }

    #[test]
    fn symbols_of_one_kind_exclude_each_other() {
        let mut nags = Vec::new();
        for number in [1, 14, 146, 2, 140] {
            toggle(&mut nags, Nag(number));
        }
        assert_eq!(nags, [14, 146, 2, 140].map(Nag));
        toggle(&mut nags, Nag(14));
        assert_eq!(nags, [146, 2, 140].map(Nag));
        assert_eq!([Color::White, Color::Black].map(|color| nag([36, 37], color)), [Nag(36), Nag(37)]);
    }
}
