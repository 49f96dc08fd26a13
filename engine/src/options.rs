use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One option that a ruleset, its generator or its map reader has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, in kebab-case.
    pub name: &'static str,
    /// What holds when it is not given.
    pub default: &'static str,
    /// What values it takes, for an error's sentence: `a number from 1 to 100`, `own-base or captor-base`.
    pub values: &'static str,
    /// What it changes.
    pub help: &'static str,
}

/// Options by name, as they were given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(BTreeMap<String, String>);

/// An option that there is not, or a value that it cannot have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no such option.
    #[error("there is no option `{name}` here; {}", if known.is_empty() { "there are none".to_owned() } else { format!("there is {known}") })]
    Unknown {
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: String,
    },
    /// The option does not take the value.
    #[error("option `{name}` is {values}, not `{value}`")]
    Value {
        /// The option.
        name: &'static str,
        /// The value that was given.
        value: String,
        /// The values that it takes.
        values: &'static str,
    },
}

impl Settings {
    /// Sets an option, replacing what was set before.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) -> &mut Self {
        self.0.insert(name.into(), value.into());
        self
    }

    /// The options by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether nothing is set.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All options of `specs`, those not set at their defaults.
    ///
    /// # Errors
    /// When an option is set that `specs` does not have.
    pub fn complete(&self, specs: &[OptionSpec]) -> Result<Settings, OptionError> {
        if let Some(name) = self.0.keys().find(|name| specs.iter().all(|spec| spec.name != name.as_str())) {
            let names: Vec<String> = specs.iter().map(|spec| format!("`{}`", spec.name)).collect();
            return Err(OptionError::Unknown { name: name.clone(), known: names.join(", ") });
        }
        let value = |spec: &OptionSpec| self.0.get(spec.name).cloned().unwrap_or_else(|| spec.default.to_owned());
        Ok(Settings(specs.iter().map(|spec| (spec.name.to_owned(), value(spec))).collect()))
    }

    /// The value of an option, read by `read`; its default when it is not set.
    ///
    /// # Errors
    /// When `read` does not take the value.
    pub fn get<T>(&self, spec: &OptionSpec, read: impl FnOnce(&str) -> Option<T>) -> Result<T, OptionError> {
        let value = self.0.get(spec.name).map_or(spec.default, String::as_str);
        let error = || OptionError::Value { name: spec.name, value: value.to_owned(), values: spec.values };
        read(value).ok_or_else(error)
    }
}
