//! CPU affinity: each slot of a match gets its own processors, so that concurrent games do not disturb each
//! other.
//!
//! Threads and programs started by a bound thread inherit its processors. Only Linux is supported.

/// Why games cannot be bound to processors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AffinityError {
    /// There are fewer processors than needed.
    #[error(
        "the games need {needed} CPUs, but only {available} are available; \
         reduce the concurrency or omit affinity"
    )]
    TooFew {
        /// Number of processors needed.
        needed: usize,
        /// Number of processors available.
        available: usize,
    },
    /// The text is not a list of processors.
    #[error("'{0}' is not a CPU list; expected numbers and ranges such as 0,2,4-7")]
    List(String),
    /// The system refused, or does not support affinity.
    #[error("cannot bind games to CPUs: {0}")]
    System(String),
}

/// Reads a list of processors such as `0,2,4-7`. Fails with [`AffinityError::List`] if the text is not such a
/// list.
pub fn parse_list(text: &str) -> Result<Vec<usize>, AffinityError> {
    let error = || AffinityError::List(text.to_owned());
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number < 4096);
    let mut list = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first).ok_or_else(error)?, number(last).ok_or_else(error)?);
        if first > last {
            return Err(error());
        }
        list.extend(first..=last);
    }
    Ok(list)
}

/// Returns `size` processors for each of `count` slots, from the list or else from all processors this
/// program may use. Fails if there are too few processors, or the system does not support affinity.
pub fn slots(count: usize, size: usize, list: Option<Vec<usize>>) -> Result<Vec<Vec<usize>>, AffinityError> {
    let processors = match list {
        Some(list) => list,
        None => system::available()?,
    };
    let needed = count * size;
    if processors.len() < needed {
        return Err(AffinityError::TooFew { needed, available: processors.len() });
    }
    Ok(processors.chunks(size).take(count).map(<[usize]>::to_vec).collect())
}

/// Binds this thread, and everything it starts afterwards, to these processors. Fails if the system refuses.
pub fn bind(processors: &[usize]) -> Result<(), AffinityError> {
    system::bind(processors)
}

#[cfg(target_os = "linux")]
mod system {
    use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
    use nix::unistd::Pid;

    use super::{AffinityError, parse_list};

    fn refused(error: nix::errno::Errno) -> AffinityError {
        AffinityError::System(error.to_string())
    }

    /// Returns the processors this program may use, the first of each core before the second ones.
    pub(super) fn available() -> Result<Vec<usize>, AffinityError> {
        let set = sched_getaffinity(Pid::from_raw(0)).map_err(refused)?;
        let mut list: Vec<usize> =
            (0..CpuSet::count()).filter(|&processor| set.is_set(processor).unwrap_or(false)).collect();
        // Hyperthreads share the execution units of their core.
        list.sort_by_key(|&processor| (thread_in_core(processor), processor));
        Ok(list)
    }

    fn thread_in_core(processor: usize) -> usize {
        let path = format!("/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list");
        let siblings = std::fs::read_to_string(path)
            .ok()
            .and_then(|text| parse_list(text.trim()).ok())
            .unwrap_or_default();
        siblings.iter().position(|&sibling| sibling == processor).unwrap_or(0)
    }

    pub(super) fn bind(processors: &[usize]) -> Result<(), AffinityError> {
        let mut set = CpuSet::new();
        for &processor in processors {
            set.set(processor).map_err(refused)?;
        }
        sched_setaffinity(Pid::from_raw(0), &set).map_err(refused)
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use super::AffinityError;

    fn unsupported<T>() -> Result<T, AffinityError> {
        Err(AffinityError::System("not supported on this system; omit affinity".into()))
    }

    pub(super) fn available() -> Result<Vec<usize>, AffinityError> {
        unsupported()
    }

    pub(super) fn bind(_: &[usize]) -> Result<(), AffinityError> {
        unsupported()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        assert_eq!(parse_list("0,2,4-6"), Ok(vec![0, 2, 4, 5, 6]));
        for text in ["", "a", "3-1", "1,", "-1", "0-99999999999"] {
            assert!(parse_list(text).is_err(), "{text}");
        }
    }

    #[test]
    fn slots_have_processors_of_their_own() {
        assert_eq!(slots(2, 2, Some(vec![0, 2, 4, 6, 8])), Ok(vec![vec![0, 2], vec![4, 6]]));
        assert_eq!(slots(3, 1, Some(vec![0, 1])), Err(AffinityError::TooFew { needed: 3, available: 2 }));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_a_bound_thread_starts_is_bound() {
        let chosen = slots(1, 1, None).unwrap().remove(0);
        std::thread::spawn(move || {
            bind(&chosen).unwrap();
            let inherited = std::thread::spawn(|| slots(1, 1, None).unwrap().remove(0)).join().unwrap();
            assert_eq!(inherited, chosen);
            let status = std::process::Command::new("cat").arg("/proc/self/status").output().unwrap();
            let line = format!("Cpus_allowed_list:\t{}\n", chosen[0]);
            assert!(String::from_utf8_lossy(&status.stdout).contains(&line), "a program inherits it, too");
        })
        .join()
        .unwrap();
    }
}
