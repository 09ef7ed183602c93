//! The techniques, by name.

use std::fmt;

/// Declares the techniques, each with its name, in the order in which they are tried.
macro_rules! techniques {
    ($($technique:ident $name:literal,)*) => {
        /// A technique, in the order in which they are tried. [`name`](Technique::name) says what each is called.
        #[expect(missing_docs, reason = "their names are usual")]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Technique {
            $($technique,)*
        }

        impl Technique {
            /// The name: `hidden single`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Technique::$technique => $name,)*
                }
            }
        }
    };
}

techniques! {
    HiddenSingle "hidden single",
    DirectPointing "direct pointing",
    DirectClaiming "direct claiming",
    DirectHiddenPair "direct hidden pair",
    NakedSingle "naked single",
    DirectHiddenTriplet "direct hidden triplet",
    Pointing "pointing",
    Claiming "claiming",
    NakedPair "naked pair",
    XWing "X-wing",
    HiddenPair "hidden pair",
    NakedTriplet "naked triplet",
    Swordfish "swordfish",
    HiddenTriplet "hidden triplet",
    Skyscraper "skyscraper",
    TwoStringKite "two-string kite",
    TwoStrongLinks "two strong links",
    GroupedStrongLinks "two grouped strong links",
    XyWing "XY-wing",
    XyzWing "XYZ-wing",
    UniqueRectangle "unique rectangle",
    UniqueLoop "unique loop",
    NakedQuad "naked quad",
    Jellyfish "jellyfish",
    HiddenQuad "hidden quad",
    ThreeStrongLinks "three strong links",
    WxyzWing "WXYZ-wing",
    Grave "bivalue universal grave",
    FourStrongLinks "four strong links",
    VwxyzWing "VWXYZ-wing",
    AlignedPair "aligned pair exclusion",
    UvwxyzWing "UVWXYZ-wing",
    XCycle "X-cycle",
    YCycle "Y-cycle",
    ForcingXChain "forcing X-chain",
    Cycle "cycle",
    ForcingChain "forcing chain",
    TuvwxyzWing "TUVWXYZ-wing",
    AlignedTriplet "aligned triplet exclusion",
    Nishio "Nishio",
    CellForcingChains "cell forcing chains",
    UnitForcingChains "unit forcing chains",
    DynamicCellChains "dynamic cell chains",
    DynamicUnitChains "dynamic unit chains",
    DoubleChains "dynamic double chains",
    ContradictionChains "dynamic contradiction",
    DynamicChainsPlus "dynamic chains with more",
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
