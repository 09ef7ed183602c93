//! How far a search goes before it returns.

/// How far a turn goes.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Until {
    /// It ends when about this many nodes were entered in all,
    pub(super) nodes: u64,
    /// or exactly where a search ends that can enter only this many;
    pub(super) most_nodes: u64,
    /// or, after the first cut, only at a look at what was done.
    pub(super) look: Option<Look>,
    /// Such a turn may pause when about this many nodes were entered in all.
    pub(super) pause: u64,
    /// Solutions that are not kept are handed on by their number alone, before this many were handed on in all.
    pub(super) in_bulk: u64,
}

impl Until {
    /// This number of nodes, exactly.
    pub(super) fn nodes(nodes: u64) -> Until {
        Until {
            nodes,
            most_nodes: nodes,
            look: None,
            pause: u64::MAX,
            in_bulk: 0,
        }
    }

    /// Only this number is exact.
    pub(super) fn at_most(self, most_nodes: u64) -> Until {
        Until { most_nodes, ..self }
    }

    /// The first look at the work when this much was done in all; before the first cut, about this many nodes in all.
    pub(in crate::engine) fn work(work: u64, nodes: u64) -> Until {
        Until {
            nodes,
            most_nodes: u64::MAX,
            look: Some(Look::Work(work)),
            pause: u64::MAX,
            in_bulk: 0,
        }
    }

    /// At looks the nodes decide, and the work does not.
    pub(in crate::engine) fn by_nodes(self) -> Until {
        Until {
            look: Some(Look::Nodes),
            ..self
        }
    }

    pub(super) fn pausing(self, pause: u64) -> Until {
        Until { pause, ..self }
    }

    pub(super) fn in_bulk(self, in_bulk: u64) -> Until {
        Until { in_bulk, ..self }
    }
}

/// The criterion, at a look, for the end of a turn.
#[derive(Clone, Copy)]
pub(super) enum Look {
    /// This much work, in all.
    Work(u64),
    /// The nodes of the turn.
    Nodes,
}
