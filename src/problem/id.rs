//! Ids: small numbers for the items, options and colours of one problem.
//!
//! Each is a `u32` newtype, made only by the [builder](crate::problem::Builder), which checks that the number fits.
//! An id has no meaning outside its problem.

use std::num::NonZeroU32;

/// An item: its index among all items of a problem, primary ones first. Range `0..problem.item_count()`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct ItemId(u32);

/// An option: its index among all options of a problem, in the order they were added. Range `0..problem.option_count()`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct OptionId(u32);

/// A colour of a secondary item: 1 for the first colour that a problem names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(transparent)]
pub struct Color(NonZeroU32);

macro_rules! index_id {
    ($id:ident) => {
        impl $id {
            /// The id with this index. It is not checked against any problem.
            ///
            /// # Panics
            /// If `index` does not fit into 32 bits.
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect("an index of 32 bits"))
            }

            /// The index of this id.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
index_id!(ItemId);
index_id!(OptionId);

impl Color {
    /// The colour with this index, counted from 0 in the order in which a problem names its colours.
    pub(crate) fn new(index: usize) -> Self {
        let number = u32::try_from(index + 1).expect("an index of 32 bits");
        Self(NonZeroU32::new(number).expect("a number above 0"))
    }

    /// The index of the colour, counted from 0.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The colour as a number from 1, as kernels store it beside 0 for 'no colour'.
    pub fn number(self) -> u32 {
        self.0.get()
    }
}
