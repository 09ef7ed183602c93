//! The course of a ranking: which engine is at work, and where it continues after a stop.

use std::ops::ControlFlow;

use crate::engine::aim::Aim;
use crate::engine::best::{Deepening, Give, Progress, Ranked, Ranking, Stage, Wanted};
use crate::engine::count::Count;
use crate::engine::fits::{EngineName, Unsupported};
use crate::engine::limits::{Limit, Status};
use crate::engine::memory::Account;
use crate::engine::solver::run::Group;
use crate::engine::solver::{CountMethod, Solver};
use crate::engine::zdd::{self, Zdd, ZddError};
use crate::problem::Solution;

/// A turn of branch and bound, and of a diagram after it.
struct Turn {
    nodes: u64,
    /// Bytes of the diagram, and its work in nanoseconds, about.
    bytes: usize,
    work: u64,
}

const TURNS: &[Turn] = &[
    Turn {
        nodes: 1 << 13,
        bytes: 16 << 20,
        work: 250_000_000,
    },
    Turn {
        nodes: 1 << 17,
        bytes: 256 << 20,
        work: 4_000_000_000,
    },
    Turn {
        nodes: 1 << 20,
        bytes: usize::MAX,
        work: 32_000_000_000,
    },
    Turn {
        nodes: 1 << 23,
        ..DIAGRAM_FIRST
    },
];
/// A diagram as large as it may be, before anything is searched.
const DIAGRAM_FIRST: Turn = Turn {
    nodes: 0,
    bytes: usize::MAX,
    work: u64::MAX,
};
/// Bytes that branch and bound may take in any case.
const LEAST: usize = 1 << 20;
/// The solutions of a diagram between two looks at the limits.
const LOOKS: usize = 1 << 8;

/// How the engines of a ranking ended.
enum End {
    Over,
    /// Every solution costs this much; nothing was searched.
    AllCost(u128),
    /// With a bound on the solutions that were not given.
    Stopped(u128),
}

impl Solver {
    /// Gives the best solutions, or continues with that after a stop. Returns a bound on the others if it stops.
    pub(super) fn rank(
        &mut self,
        k: usize,
        aim: Aim,
        give: Give,
    ) -> Result<Option<u128>, Unsupported> {
        self.run.allowance.renew(&self.limits);
        self.run.allowance.allow_solutions(u64::MAX);
        self.run.allowance.pause_after(self.limits.pause);
        let mut ranking = self.ranking_under_way(k, aim);
        let (mut proven, mut unproven, mut is_broken) = (0, 0, false);
        let bound = self.go_through(&mut ranking, &mut |ranked| {
            match ranked.is_proven {
                true => proven += 1,
                false => unproven += 1,
            }
            let flow = give(ranked);
            is_broken = flow.is_break();
            flow
        })?;
        ranking.given += proven;
        self.run.found = Count::from((ranking.given + unproven) as u64);
        if bound.is_none() {
            if ranking.is_listing() {
                let listed = self.search.effort_since_begun();
                ranking.standing.effort = self.run.resumed_effort.with(listed);
            }
            ranking.stage = Stage::Over;
        }
        // Where nobody wants more, the rest is not known.
        self.run.ranking = (!is_broken).then(|| Box::new(ranking));
        Ok(bound)
    }

    /// The ranking that was stopped, if it is for the same solutions, or a new one.
    fn ranking_under_way(&mut self, k: usize, aim: Aim) -> Ranking {
        let goes_on = self.run.group == Some(Group::Best) && self.run.status != Status::Exhausted;
        self.run.status = Status::Exhausted;
        let under_way = self.run.ranking.take();
        match under_way.filter(|one| goes_on && (one.aim, one.most) == (aim, k)) {
            Some(ranking) => *ranking,
            None => {
                self.run.group = Some(Group::Best);
                self.run.ranked_by = EngineName::Prices;
                self.sort_part();
                Ranking::new(aim, k)
            }
        }
    }

    fn go_through(
        &mut self,
        ranking: &mut Ranking,
        give: Give,
    ) -> Result<Option<u128>, Unsupported> {
        let (problem, part) = (self.problem.clone(), self.part.clone());
        let wanted = Wanted {
            problem: &problem,
            part: &part,
            aim: ranking.aim,
            most: ranking.most,
            others: self.search.others(),
        };
        let cost = match &ranking.stage {
            Stage::Over => return Ok(None),
            Stage::OneCost(cost) => *cost,
            _ => {
                let account = Account::new(self.room().max(LEAST));
                let standing = std::mem::take(&mut ranking.standing);
                let allowance = &self.run.allowance;
                let mut deepening = Deepening::new(&wanted, &account, allowance, standing)?;
                let end = self.take_turns(ranking, &mut deepening, (&wanted, &account), give);
                ranking.standing = deepening.into_standing();
                match end {
                    End::Over => return Ok(None),
                    End::Stopped(bound) => return Ok(Some(bound)),
                    End::AllCost(cost) => {
                        self.begin_list(ranking, cost);
                        cost
                    }
                }
            }
        };
        Ok(self.list_at_one_cost(cost, ranking.most - ranking.given, give))
    }

    /// Branch and bound and diagrams, in turn.
    fn take_turns(
        &mut self,
        ranking: &mut Ranking,
        deepening: &mut Deepening,
        (wanted, account): (&Wanted, &Account),
        give: Give,
    ) -> End {
        let turns = match self.method {
            CountMethod::Auto => TURNS,
            CountMethod::Search => &[],
            CountMethod::Table => &[DIAGRAM_FIRST],
        };
        loop {
            let turn = turns.get(ranking.turn);
            if ranking.stage == Stage::Prices {
                let limit = match self.deepen(ranking, deepening, turn.map(|turn| turn.nodes), give)
                {
                    Progress::Over => return End::Over,
                    Progress::AllCost(cost) => return End::AllCost(cost),
                    Progress::Stopped(limit) => limit,
                };
                let is_turn_over = match limit {
                    Limit::Nodes => self.run.allowance.slice() != Err(Limit::Nodes),
                    limit => limit == Limit::Memory,
                };
                if turn.is_none() || !is_turn_over {
                    return self.stop(ranking, deepening, limit, give);
                }
                ranking.stage = Stage::Diagram(None);
            }
            deepening.release();
            let Turn { bytes, work, .. } = *turn.unwrap_or(&DIAGRAM_FIRST);
            let room = bytes.min(self.room()).min(account.left());
            let diagram = self.sweep_for_all(room, work);
            match diagram {
                Ok(Some(zdd)) => {
                    let given = ranking.given.max(deepening.given());
                    let bound = (given, deepening.bound());
                    let bound = self.rank_diagram(&zdd, (ranking, wanted), bound, give);
                    return bound.map_or(End::Over, End::Stopped);
                }
                Err(ZddError::Stopped(limit, _)) => {
                    return self.stop(ranking, deepening, limit, give);
                }
                _ if ranking.stage != Stage::Diagram(None) => {
                    return self.stop(ranking, deepening, Limit::Memory, give);
                }
                Ok(None) | Err(_) => {
                    ranking.stage = Stage::Prices;
                    (ranking.turn, ranking.of_turn) = (ranking.turn + 1, 0);
                }
            }
        }
    }

    /// Ends with a limit: at a pause nothing is given that may not be best.
    fn stop(&mut self, ranking: &Ranking, deepening: &Deepening, limit: Limit, give: Give) -> End {
        self.run.status = Status::Stopped(limit);
        // What a diagram has given may be among what was found.
        let is_of_diagram = ranking.given > deepening.given();
        End::Stopped(match limit == Limit::Pause || is_of_diagram {
            true => deepening.bound(),
            false => deepening.give_unproven(give),
        })
    }

    /// Branch and bound, for what is left of a turn of this number of nodes.
    fn deepen(
        &mut self,
        ranking: &mut Ranking,
        deepening: &mut Deepening,
        nodes: Option<u64>,
        give: Give,
    ) -> Progress {
        let left = nodes.map_or(u64::MAX, |nodes| nodes.saturating_sub(ranking.of_turn));
        if left == 0 {
            return Progress::Stopped(Limit::Nodes);
        }
        let before = deepening.effort();
        let allowance = &mut self.run.allowance;
        let kept_back = allowance.keep_back(left);
        let at_start = allowance.nodes();
        let progress = deepening.advance(allowance, give);
        ranking.of_turn += at_start - allowance.nodes();
        allowance.give_back(kept_back);
        let (after, beside) = (deepening.effort(), &mut self.run.beside);
        beside.nodes = beside.nodes + after.nodes - before.nodes;
        beside.updates = beside.updates + after.updates - before.updates;
        progress
    }

    /// The diagram of all solutions, without a search beside. A pause would undo it.
    fn sweep_for_all(&mut self, bytes: usize, work: u64) -> Result<Option<Zdd>, ZddError> {
        let plan = zdd::Plan {
            problem: &self.problem,
            part: &self.part,
            search: &mut self.search,
            method: CountMethod::Table,
            account: Account::new(bytes),
            allowance: &self.run.allowance.of_time_without_pause(),
        };
        plan.build_within(work)
    }

    /// Hands on the best solutions of a diagram but the first, which were `given`: `bound` is one on the others. Returns
    /// such a bound if a limit stops that.
    fn rank_diagram(
        &mut self,
        zdd: &Zdd,
        (ranking, wanted): (&mut Ranking, &Wanted),
        (given, mut bound): (usize, u128),
        give: Give,
    ) -> Option<u128> {
        self.run.ranked_by = EngineName::Diagram;
        let made = Stage::Diagram(Some(zdd.node_count()));
        if ![Stage::Diagram(None), made.clone()].contains(&ranking.stage) {
            // With less memory another diagram was made, in which solutions of one cost come in another order.
            self.run.status = Status::Stopped(Limit::Memory);
            return Some(bound);
        }
        let allowance = &self.run.allowance;
        let mut stopped = None;
        let ranked = zdd.each_by_cost(
            |option| wanted.problem.cost(option),
            wanted.aim,
            wanted.most,
            &mut |number, cost, solution| {
                bound = cost;
                if number < given {
                    return ControlFlow::Continue(());
                }
                if number > given && number % LOOKS == 0 {
                    stopped = allowance.interruption().err();
                }
                match stopped {
                    Some(_) => ControlFlow::Break(()),
                    None => give(Ranked {
                        cost,
                        is_proven: true,
                        solution,
                    }),
                }
            },
        );
        let limit = ranked.err().or(stopped)?;
        ranking.stage = made;
        self.run.status = Status::Stopped(limit);
        Some(bound)
    }

    /// Begins a search of the kernel for any solutions, where all cost the same.
    fn begin_list(&mut self, ranking: &mut Ranking, cost: u128) {
        ranking.stage = Stage::OneCost(cost);
        self.begin_search(Group::Solutions);
        self.run.group = Some(Group::Best);
        self.run.resumed_effort = ranking.standing.effort;
    }

    /// Any `most` solutions, where all cost the same: the first that the kernel finds.
    fn list_at_one_cost(&mut self, cost: u128, most: usize, give: Give) -> Option<u128> {
        self.run.ranked_by = EngineName::Kernel(self.kernel());
        self.run.allowance.allow_solutions(most as u64);
        let listed = self.run.visit_solutions(&mut self.search, |options| {
            give(Ranked {
                cost,
                is_proven: true,
                solution: Solution::new(options.to_vec()),
            })
        });
        match self.run.status {
            Status::Stopped(limit) if limit != Limit::Solutions && listed.is_continue() => {
                Some(cost)
            }
            _ => {
                self.run.status = Status::Exhausted;
                None
            }
        }
    }
}
