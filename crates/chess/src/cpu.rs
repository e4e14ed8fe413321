//! Which instruction sets of the processor are used: the best that it has, or fewer for a test.

use std::sync::OnceLock;

/// The environment variable that lowers the level, so that each one can be tested on a newer machine: `portable`, `avx2` or `avx512`.
pub const VARIABLE: &str = "HEIRLOOM_CPU";

/// What the program may use beyond the instructions that it was compiled for; each level includes those before it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Nothing.
    Portable,
    /// AVX2, and `pext` where the processor does it in hardware.
    Avx2,
    /// AVX-512 for 32-bit and 16-bit numbers.
    Avx512,
}

impl Level {
    /// All levels, the oldest processor first.
    pub const ALL: [Level; 3] = [Level::Portable, Level::Avx2, Level::Avx512];

    /// The name, as the environment variable takes it.
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

/// All levels of this processor, the best last.
pub fn present() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().take_while(|level| level.is_present())
}

/// The level that is used: the best of this processor, but no higher than the environment variable says.
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
