//! A middlegame and an endgame value packed into one number, so that both are added in one operation.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A middlegame and an endgame value in centipawns, packed into one 64-bit number.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i64);

impl Tapered {
    /// Zero.
    pub const ZERO: Tapered = Tapered(0);

    /// Packs a pair of values.
    #[inline(always)]
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered(((endgame as i64) << 32) + middlegame as i64)
    }

    /// Returns the value with all pieces on the board.
    #[inline(always)]
    pub const fn middlegame(self) -> i32 {
        self.0 as i32
    }

    /// Returns the value with few pieces left.
    #[inline(always)]
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed one from the upper half.
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Returns the value with the endgame part scaled to `scale` 64ths.
    #[inline]
    pub const fn scaled(self, scale: i32) -> Tapered {
        Tapered::new(self.middlegame(), self.endgame() * scale / 64)
    }

    /// Interpolates the value at a phase from 0 (only kings and pawns) to `total` (all pieces).
    #[inline]
    pub fn at(self, phase: i32, total: i32) -> i32 {
        let phase = phase.min(total);
        (self.middlegame() * phase + self.endgame() * (total - phase)) / total
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0 * i64::from(count))
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(values: I) -> Tapered {
        values.fold(Tapered::ZERO, Add::add)
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_halves_do_not_disturb_each_other() {
        for middlegame in [-70_000, -1, 0, 1, 70_000] {
            for endgame in [-70_000, -1, 0, 1, 70_000] {
                let value = Tapered::new(middlegame, endgame);
                let sum = value * 3 - value + Tapered::new(5, -5);
                assert_eq!((sum.middlegame(), sum.endgame()), (2 * middlegame + 5, 2 * endgame - 5));
                assert_eq!(-(-value), value);
            }
        }
        assert_eq!(Tapered::new(24, 48).at(12, 24), 36);
    }
}
