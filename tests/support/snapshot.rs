//! Snapshots: each is a file `name.snap` in the folder `snapshots`, whatever test makes it.

/// Asserts that a text is that of the snapshot of this name.
macro_rules! assert_snapshot {
    ($name:literal, $value:expr) => {
        insta::with_settings!(
            {
                snapshot_path => "../../snapshots",
                prepend_module_to_snapshot => false,
                omit_expression => true
            },
            { insta::assert_snapshot!($name, $value) }
        )
    };
}
pub(crate) use assert_snapshot;
