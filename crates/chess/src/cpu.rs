//! Selection of the processor's instruction sets: the best available, or fewer for testing.

use std::sync::OnceLock;

/// The environment variable that limits the level, so that each can be tested on a newer machine:
/// `portable`, `avx2` or `avx512`.
pub const VARIABLE: &str = "HEIRLOOM_CPU";

/// The instructions used beyond those that the program was compiled for; each level includes the previous
/// ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// No further instructions.
    Portable,
    /// AVX2, and `pext` if the processor implements it in hardware.
    Avx2,
    /// AVX-512 for 32-bit and 16-bit integers.
    Avx512,
}

impl Level {
    /// All levels, for the oldest processors first.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// Returns the name, which is also the value of the environment variable.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Portable => "portable",
            Level::Avx2 => "avx2",
            Level::Avx512 => "avx512",
        }
    }

    fn is_present(self) -> bool {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        return match self {
            Level::Portable => true,
            Level::Avx2 => std::is_x86_feature_detected!("avx2") && std::is_x86_feature_detected!("bmi2"),
            Level::Avx512 => {
                Level::Avx2.is_present()
                    && std::is_x86_feature_detected!("avx512f")
                    && std::is_x86_feature_detected!("avx512bw")
            }
        };
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        return self == Level::Portable;
    }
}

/// Returns all levels that this processor supports, the best last.
pub fn present() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().take_while(|level| level.is_present())
}

/// Returns the level in use: the best one supported, limited by the environment variable.
pub fn level() -> Level {
    static USED: OnceLock<Level> = OnceLock::new();
    *USED.get_or_init(|| {
        let wanted = std::env::var(VARIABLE).ok();
        let highest = Level::ALL
            .into_iter()
            .find(|level| wanted.as_deref() == Some(level.name()))
            .unwrap_or(Level::Avx512);
        present().take_while(|&level| level <= highest).last().unwrap_or(Level::Portable)
    })
}
