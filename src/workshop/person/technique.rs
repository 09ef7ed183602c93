//! The techniques, by name.

use std::fmt;

/// A technique, in the order in which they are tried. [`name`](Technique::name) says what each is called.
#[expect(missing_docs, reason = "their names are usual")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Technique {
    HiddenSingle,
    DirectPointing,
    DirectClaiming,
    DirectHiddenPair,
    NakedSingle,
    DirectHiddenTriplet,
    Pointing,
    Claiming,
    NakedPair,
    XWing,
    HiddenPair,
    NakedTriplet,
    Swordfish,
    HiddenTriplet,
    Skyscraper,
    TwoStringKite,
    TwoStrongLinks,
    GroupedStrongLinks,
    XyWing,
    XyzWing,
    UniqueRectangle,
    UniqueLoop,
    NakedQuad,
    Jellyfish,
    HiddenQuad,
    ThreeStrongLinks,
}

impl Technique {
    /// All techniques, in the order in which they are tried.
    pub const ALL: [Technique; 26] = {
        use Technique::*;
        [
            HiddenSingle,
            DirectPointing,
            DirectClaiming,
            DirectHiddenPair,
            NakedSingle,
            DirectHiddenTriplet,
            Pointing,
            Claiming,
            NakedPair,
            XWing,
            HiddenPair,
            NakedTriplet,
            Swordfish,
            HiddenTriplet,
            Skyscraper,
            TwoStringKite,
            TwoStrongLinks,
            GroupedStrongLinks,
            XyWing,
            XyzWing,
            UniqueRectangle,
            UniqueLoop,
            NakedQuad,
            Jellyfish,
            HiddenQuad,
            ThreeStrongLinks,
        ]
    };

    /// The name: `hidden single`.
    pub fn name(self) -> &'static str {
        match self {
            Technique::HiddenSingle => "hidden single",
            Technique::DirectPointing => "direct pointing",
            Technique::DirectClaiming => "direct claiming",
            Technique::DirectHiddenPair => "direct hidden pair",
            Technique::NakedSingle => "naked single",
            Technique::DirectHiddenTriplet => "direct hidden triplet",
            Technique::Pointing => "pointing",
            Technique::Claiming => "claiming",
            Technique::NakedPair => "naked pair",
            Technique::XWing => "X-wing",
            Technique::HiddenPair => "hidden pair",
            Technique::NakedTriplet => "naked triplet",
            Technique::Swordfish => "swordfish",
            Technique::HiddenTriplet => "hidden triplet",
            Technique::Skyscraper => "skyscraper",
            Technique::TwoStringKite => "two-string kite",
            Technique::TwoStrongLinks => "two strong links",
            Technique::GroupedStrongLinks => "two grouped strong links",
            Technique::XyWing => "XY-wing",
            Technique::XyzWing => "XYZ-wing",
            Technique::UniqueRectangle => "unique rectangle",
            Technique::UniqueLoop => "unique loop",
            Technique::NakedQuad => "naked quad",
            Technique::Jellyfish => "jellyfish",
            Technique::HiddenQuad => "hidden quad",
            Technique::ThreeStrongLinks => "three strong links",
        }
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
