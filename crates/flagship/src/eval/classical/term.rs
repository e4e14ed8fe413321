//! What a weight of the classical evaluation belongs to, and the list all weights are written in.

/// How a term enters the evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Its weights are added up.
    Linear,
    /// Its weights are added up to the danger a king is in, which counts by its square in the middlegame.
    Danger,
}

/// One idea of the evaluation: a run of weights, one for each case it tells apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term {
    /// The name in the list of weights.
    pub name: &'static str,
    /// What it says, line by line.
    pub doc: &'static [&'static str],
    /// How it enters the evaluation.
    pub kind: Kind,
    /// The place of its first weight among all weights.
    pub start: usize,
    /// The number of its weights.
    pub len: usize,
}

/// Makes of a list of terms one flat array of all weights (`WEIGHTS`), a constant for each term, and the list
/// of them (`TERMS`).
macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $kind:ident $name:ident[$len:literal] = [$($value:expr),* $(,)?];)*) => {
        /// Gives each term its place.
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
