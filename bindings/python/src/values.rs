//! What makes an object a value: a hash, and pickling.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::PyClass;
use pyo3::intern;
use pyo3::prelude::*;

/// A hash for `__hash__`.
pub fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What `__reduce__` returns: the static method `_restore` of the class, and the arguments with which it makes the object again.
pub type Pickled<'py, S> = PyResult<(Bound<'py, PyAny>, S)>;

/// An object that `_restore` makes from this state.
pub fn pickled<'py, T: PyClass, S>(object: &Bound<'py, T>, state: S) -> Pickled<'py, S> {
    let class = object.as_any().get_type();
    Ok((class.getattr(intern!(object.py(), "_restore"))?, state))
}
