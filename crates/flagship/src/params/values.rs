//! The parameter values of one engine: nothing, or with the feature `tune` a set that its UCI options change.

#[cfg(not(feature = "tune"))]
pub use constant::Values;
#[cfg(feature = "tune")]
pub use tunable::{Values, current};

/// Values that are compiled in.
#[cfg(not(feature = "tune"))]
mod constant {
    use heirloom_engine::EngineOption;

    /// The values of one engine, all compiled in.
    #[derive(Clone, Debug, Default)]
    pub struct Values(());

    impl Values {
        /// Returns the parameters as options: none, since none can be set.
        pub fn options() -> Vec<EngineOption> {
            Vec::new()
        }

        /// Sets a parameter by the name of its option. Returns false if there is none of this name.
        pub fn set(&mut self, _name: &str, _value: i64) -> bool {
            false
        }

        /// Makes the calling thread search with these values.
        #[inline(always)]
        pub fn install(&self) {}
    }
}

/// Values per engine, so that two engines can play each other in one process.
#[cfg(feature = "tune")]
mod tunable {
    use std::cell::Cell;
    use std::sync::Arc;

    use heirloom_engine::EngineOption;

    use super::super::{PARAMETERS, Parameter};

    const COUNT: usize = PARAMETERS.len();

    const DEFAULTS: [i32; COUNT] = {
        let (mut values, mut index) = ([0; COUNT], 0);
        while index < COUNT {
            values[index] = PARAMETERS[index].value;
            index += 1;
        }
        values
    };

    thread_local! {
        static CURRENT: [Cell<i32>; COUNT] = const { default_cells() };
    }

    const fn default_cells() -> [Cell<i32>; COUNT] {
        let (mut cells, mut index) = ([const { Cell::new(0) }; COUNT], 0);
        while index < COUNT {
            cells[index] = Cell::new(DEFAULTS[index]);
            index += 1;
        }
        cells
    }

    /// Returns a value of the calling thread.
    #[inline]
    pub fn current(index: usize) -> i32 {
        CURRENT.with(|cells| cells[index].get())
    }

    /// The values of one engine.
    #[derive(Clone, Debug)]
    pub struct Values(Arc<[i32; COUNT]>);

    impl Default for Values {
        fn default() -> Values {
            Values(Arc::new(DEFAULTS))
        }
    }

    impl Values {
        /// Returns the parameters as options.
        pub fn options() -> Vec<EngineOption> {
            let option = |&Parameter { name, value, min, max, .. }: &Parameter| {
                EngineOption::spin(name, value.into(), min.into(), max.into())
            };
            PARAMETERS.iter().map(option).collect()
        }

        /// Sets a parameter by the name of its option. Returns false if there is none of this name.
        pub fn set(&mut self, name: &str, value: i64) -> bool {
            let index = PARAMETERS.iter().position(|parameter| parameter.name == name);
            if let (Some(index), Ok(value)) = (index, i32::try_from(value)) {
                Arc::make_mut(&mut self.0)[index] = value;
            }
            index.is_some()
        }

        /// Makes the calling thread search with these values.
        pub fn install(&self) {
            CURRENT.with(|cells| cells.iter().zip(self.0.iter()).for_each(|(cell, &value)| cell.set(value)));
        }
    }
}

#[cfg(all(test, feature = "tune"))]
mod tests {
    use heirloom_chess::Line;
    use heirloom_engine::{Engine, EngineError, Limits, Signals};

    use super::super::PARAMETERS;
    use crate::Flagship;

    /// Returns the nodes of a small search.
    fn nodes(engine: &mut Flagship) -> u64 {
        let mut nodes = 0;
        engine.new_game();
        engine
            .search(&Line::default(), &Limits::depth(8), &Signals::new(), &mut |info| {
                nodes = info.nodes.unwrap_or(nodes)
            })
            .expect("searches");
        nodes
    }

    #[test]
    fn engines_on_one_thread_have_separate_values() {
        let [mut usual, mut other] = [Flagship::new().unwrap(), Flagship::new().unwrap()];
        let expected = nodes(&mut usual);
        assert_eq!(nodes(&mut other), expected);
        other.set_option("LMR_base", "200").unwrap();
        let changed = nodes(&mut other);
        assert_ne!(changed, expected, "the tables of reductions follow their parameters");
        assert_eq!(nodes(&mut usual), expected);
        assert_eq!(nodes(&mut other), changed);
        let usual_base = PARAMETERS.iter().find(|parameter| parameter.name == "lmr_base").unwrap().value;
        other.set_option("lmr_base", &usual_base.to_string()).unwrap();
        assert_eq!(nodes(&mut other), expected);
        assert!(matches!(other.set_option("lmr_base", "201"), Err(EngineError::OptionValue { .. })));
    }

    #[test]
    fn every_parameter_is_an_option() {
        let engine = Flagship::new().unwrap();
        for parameter in PARAMETERS {
            let name = parameter.name;
            assert!(engine.options().iter().any(|option| option.name == name), "{name}");
        }
    }
}
