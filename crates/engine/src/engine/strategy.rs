//! The choice of the strategy that answers a query.

use std::sync::Arc;

use super::{Algorithm, Engine, EngineError, Query, SourceLeft};
use crate::game::Rules;
use crate::heuristic::{Heuristic, LINE_THREATS_CELLS_MAX, LineWeights, Named};
use crate::search::Threats;
use crate::solve::{self, Retrograde, free, gravity, horizon};

/// A prepared strategy.
pub(super) enum Strategy {
    /// The retrograde table of a small board.
    Table(Arc<Retrograde>),
    /// The opening book and the gravity solver, from this position.
    Solver(gravity::Position),
    /// The prover for other boards.
    Prover,
    /// The hand-made rules.
    Rules,
    /// A search with static values.
    Search(Search),
}

/// The kinds of strategies, which cost no preparation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StrategyKind {
    Table,
    Solver,
    Prover,
    Rules,
    Search,
}

impl StrategyKind {
    /// The kind for a query. `auto` without a heuristic and a depth takes the best exact source for the rules.
    pub(super) fn of(query: &Query) -> StrategyKind {
        let rules = query.position.rules();
        match query.algorithm {
            Algorithm::Retrograde => StrategyKind::Table,
            Algorithm::Solver => StrategyKind::Solver,
            Algorithm::Rules => StrategyKind::Rules,
            Algorithm::Auto if query.is_open() => StrategyKind::best_for(rules),
            Algorithm::Auto | Algorithm::AlphaBeta | Algorithm::Minimax => StrategyKind::Search,
        }
    }

    /// The best exact kind for the rules; a search if there is none.
    fn best_for(rules: &Rules) -> StrategyKind {
        if Retrograde::fits(rules).is_ok() {
            StrategyKind::Table
        } else if solve::is_solvable(rules) {
            StrategyKind::Solver
        } else if free::fits(rules) {
            StrategyKind::Prover
        } else {
            StrategyKind::Search
        }
    }
}

impl SourceLeft {
    /// The exact source that [`Algorithm::Auto`] would ask if the query had neither heuristic nor depth. `None` if it has neither, if it names an
    /// algorithm, or if the rules have no exact source.
    #[must_use]
    pub fn of(query: &Query) -> Option<SourceLeft> {
        if query.algorithm != Algorithm::Auto || query.is_open() {
            return None;
        }
        match StrategyKind::best_for(query.position.rules()) {
            StrategyKind::Table => Some(SourceLeft::Table),
            StrategyKind::Solver if solve::is_in_book(&query.position) => Some(SourceLeft::Book),
            StrategyKind::Solver => Some(SourceLeft::Solver),
            StrategyKind::Prover => Some(SourceLeft::Prover),
            StrategyKind::Rules | StrategyKind::Search => None,
        }
    }
}

/// Whether `auto` has an exact source for these rules, which may reach its limits.
#[must_use]
pub fn has_exact_source(rules: &Rules) -> bool {
    StrategyKind::best_for(rules) != StrategyKind::Search
}

/// A prepared search.
pub(super) struct Search {
    pub method: Method,
    /// The name of the heuristic.
    pub heuristic: &'static str,
    pub weights: LineWeights,
}

/// The search method for the rules and the heuristic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    /// Minimax without pruning.
    Minimax,
    /// `win-loss` to a depth, by null windows of the solvers.
    Horizon,
    /// Selective alpha-beta on patterns.
    Threats,
    /// Alpha-beta with line weights.
    AlphaBeta,
}

impl Method {
    /// Whether alpha-beta with `threats` values patterns instead of lines.
    pub(super) fn uses_patterns(rules: &Rules) -> bool {
        rules.cells() > LINE_THREATS_CELLS_MAX && Threats::fits(rules)
    }

    fn of(query: &Query, heuristic: &Heuristic) -> Method {
        let rules = query.position.rules();
        let is = |named| matches!(heuristic, Heuristic::Named(other) if *other == named);
        if query.algorithm == Algorithm::Minimax {
            Method::Minimax
        } else if is(Named::Threats) && Method::uses_patterns(rules) {
            Method::Threats
        } else if is(Named::WinLoss) && horizon::fits(rules) {
            Method::Horizon
        } else {
            Method::AlphaBeta
        }
    }
}

impl Engine {
    /// Checks a query and prepares its strategy. Both depend on its position, algorithm and heuristic and on whether it has a depth:
    /// a query that differs elsewhere has the same strategy, except where its time is over before a table is begun.
    ///
    /// # Errors
    /// The errors of [`Engine::check`].
    pub(super) fn strategy(&self, query: &Query) -> Result<Strategy, EngineError> {
        let weights = Engine::compile_checked(query)?;
        match StrategyKind::of(query) {
            StrategyKind::Table if self.is_late_for_table(query) => Search::prepare(query, weights),
            // Only a cancelled query, whose answer nobody sees, is left without its table.
            StrategyKind::Table => match self.tables.retrograde(query.position.game(), &query.limits)? {
                Some(table) => Ok(Strategy::Table(table)),
                None => Search::prepare(query, weights),
            },
            StrategyKind::Solver => match solve::solvable(&query.position) {
                Some(start) => Ok(Strategy::Solver(start)),
                None => Search::prepare(query, weights),
            },
            StrategyKind::Prover => Ok(Strategy::Prover),
            StrategyKind::Rules => Ok(Strategy::Rules),
            StrategyKind::Search => Search::prepare(query, weights),
        }
    }

    /// Whether the time of a query is over before a table is begun that it does not insist on.
    fn is_late_for_table(&self, query: &Query) -> bool {
        query.algorithm == Algorithm::Auto
            && !self.tables.has_retrograde(query.position.rules())
            && query.limits.interrupted().is_some()
    }
}

impl Strategy {
    /// Whether results within a horizon are searched for.
    pub(super) fn is_horizon(&self) -> bool {
        matches!(self, Strategy::Search(Search { method: Method::Horizon, .. }))
    }
}

impl Search {
    /// `weights` are those of the query's own heuristic.
    fn prepare(query: &Query, weights: Option<LineWeights>) -> Result<Strategy, EngineError> {
        let rules = query.position.rules();
        let default = Heuristic::Named(Heuristic::default_for(rules));
        let heuristic = query.heuristic.as_ref().unwrap_or(&default);
        let method = Method::of(query, heuristic);
        let weights = weights.map_or_else(|| heuristic.compile(rules), Ok)?;
        Ok(Strategy::Search(Search { method, heuristic: heuristic.name(), weights }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Overline, Position, RulesSpec};

    #[test]
    fn rules_heuristic_and_algorithm_say_what_is_searched() {
        use Overline::{Allowed, Forbidden};
        let method = |(width, height, k), overline, algorithm, named| {
            let spec = RulesSpec { width, height, k, gravity: false, overline, misere: false };
            let position = Position::new(Game::shared(Rules::new(spec).expect("valid rules")));
            Method::of(&Query { algorithm, ..Query::new(position) }, &Heuristic::Named(named))
        };
        let auto = |board, overline, named| method(board, overline, Algorithm::Auto, named);
        assert_eq!(method((9, 9, 5), Allowed, Algorithm::Minimax, Named::Threats), Method::Minimax);
        assert_eq!(auto((9, 9, 5), Allowed, Named::Threats), Method::Threats);
        assert_eq!(auto((13, 5, 5), Allowed, Named::Threats), Method::Threats);
        assert_eq!(auto((8, 8, 5), Allowed, Named::Threats), Method::AlphaBeta);
        assert_eq!(auto((9, 9, 7), Allowed, Named::Threats), Method::AlphaBeta);
        assert_eq!(auto((9, 9, 5), Allowed, Named::Lines), Method::AlphaBeta);
        assert_eq!(auto((8, 8, 5), Allowed, Named::WinLoss), Method::Horizon);
        assert_eq!(auto((9, 9, 5), Allowed, Named::WinLoss), Method::AlphaBeta);
        assert_eq!(auto((9, 9, 5), Forbidden, Named::WinLoss), Method::AlphaBeta);
    }
}
