//! Terms of the classical evaluation, and the macro that lists them with their weights.

/// How a term enters the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Its weights are added up.
    Linear,
    /// Its weights are added to a king's danger, which counts quadratically in the middlegame.
    Danger,
}

/// One idea of the evaluation: a run of weights, one for each case it distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name in the list of weights.
    pub name: &'static str,
    /// Its documentation, line by line.
    pub doc: &'static [&'static str],
    /// How it enters the evaluation.
    pub kind: Kind,
    /// The index of its first weight in `WEIGHTS`.
    pub start: usize,
    /// The number of weights.
    pub len: usize,
}

/// Turns a list of terms into one flat array of all weights (`WEIGHTS`), a constant for each term, and a list
/// of the terms (`TERMS`).
macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $kind:ident $name:ident[$len:literal] = [$($value:expr),* $(,)?];)*) => {
        /// Determines the offset of each term.
        #[allow(non_snake_case, reason = "a field is named like its term")]
        #[repr(C)]
        struct Layout {
            $($name: [Tapered; $len],)*
        }

        const VALUES: Layout = Layout { $($name: [$($value),*],)* };

        $(
            $(#[doc = $doc])+
            pub const $name: Term = Term {
                name: stringify!($name),
                doc: &[$($doc),+],
                kind: Kind::$kind,
                start: std::mem::offset_of!(Layout, $name) / size_of::<Tapered>(),
                len: $len,
            };
        )*

        /// All terms in the order of their weights.
        pub const TERMS: &[Term] = &[$($name),*];

        /// The number of weights.
        pub const COUNT: usize = size_of::<Layout>() / size_of::<Tapered>();

        /// All weights.
        pub static WEIGHTS: [Tapered; COUNT] = {
            let mut all = [Tapered::ZERO; COUNT];
            $(
                let mut index = 0;
                while index < $len {
                    all[$name.start + index] = VALUES.$name[index];
                    index += 1;
                }
            )*
            all
        };
    };
}

pub(super) use weights;
