//! Enums whose variants are only names, with a list of all variants.

/// Defines an enum, its constant `ALL`, which has the variants in order, and `index`.
macro_rules! enumerate {
    ($(#[$about_type:meta])* $type:ident, $(#[$about_all:meta])* $count:literal: $($name:ident)*) => {
        $(#[$about_type])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the names describe the variants")]
        pub enum $type { $($name),* }

        impl $type {
            $(#[$about_all])*
            pub const ALL: [$type; $count] = [$($type::$name),*];

            /// Returns the index in `ALL`.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

pub(crate) use enumerate;
