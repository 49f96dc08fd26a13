//! Maps as typed data.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::map::{MapError, MapProblem};

/// Reads the draft of a map.
pub(crate) fn read<T: DeserializeOwned>(layout: &Value) -> Result<T, MapError> {
    // The message may quote the data.
    T::deserialize(layout)
        .map_err(|error| MapError::whole(MapProblem::Layout { message: crate::replay::line_problem(&error) }))
}

/// Directions by their names.
pub(crate) mod direction {
    use std::borrow::Cow;

    use botpit_abi::Direction;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(direction: &Direction, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(direction.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Direction, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        let named = Direction::ALL.into_iter().find(|direction| direction.name() == name);
        named.ok_or_else(|| serde::de::Error::custom("a direction is up, right, down or left"))
    }
}
