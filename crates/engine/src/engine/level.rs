//! Play below full strength.
//!
//! The model of a weaker player has five parts, each taken from the way that weaker players play:
//!
//! - **Threats of one ply are seen**, but for an oversight: a line to complete or to block is missed with a chance that falls
//!   with the skill and rises with the number of threats on the board. From skill 90 on none is missed, on large boards from 75 on.
//! - **Double threats** are seen on large boards, where they are a shape to know: a stone that leaves two ways to complete a line, such as
//!   the fourth of an open three, is played or prevented, but for an oversight.
//! - **Few moves are considered**: of N moves the player looks at N^s, where s is the strength, from 0 to 1. Moves that
//!   extend or block lines come to mind before idle ones, and near ones before far ones, the more so the higher the skill.
//! - **Foresight is short**: the search looks some plies ahead, the more the higher the strength.
//! - **A second look**: a player who sees that all of these moves lose looks at those that come to mind next, the more often the higher
//!   the skill.
//!
//! Attention varies from move to move, and form from game to game, as with people.
//!
//! The best of the considered moves is played, so a weaker player costs one search, less than one of full strength; a second look and a
//! search for moves that draw as well take the rest of the limits. The idea of playing the best of a few candidates is that of KaTrain's
//! calibrated opponents. Which strength belongs to a skill is a table for each kind of game, set by matches between the levels
//! (`crates/workbench/src/bin/levels.rs`) so that equal steps of skill are equal steps of rating.

mod double_threats;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use self::double_threats::DoubleThreats;
use super::query::Demand;
use super::strategy::StrategyKind;
use super::tie_break::{Random, keeps_outcome, score_within};
use super::{Algorithm, Analysis, Query, RankedMove, TieBreak};
use crate::game::{Cell, Player, Position, Rules};
use crate::names::named_enum;
use crate::search::{Limits, Score, Verdict};
use crate::solve::Retrograde;
use crate::sort;

/// From this skill on a player overlooks no threat of one ply.
const ATTENTIVE_SKILL: u8 = 90;
/// The same on large boards, where four of five stones in a row catch the eye.
const ATTENTIVE_SKILL_LARGE: u8 = 75;
/// Above this skill a player gives no outcome away.
const SOUND_SKILL: u8 = 90;
/// The chance that skill 0 overlooks a win at once.
const WIN_MISSED_MAX: f64 = 0.5;
/// The part that each further threat on the board adds to the chance of an oversight.
const DISTRACTION: f64 = 0.25;
/// Standard deviation of a player's form, in points of skill, from [`FORM_SKILL`] on: on large boards about 200 points of
/// rating, which is Elo's own assumption for the games of one player.
const FORM: f64 = 12.0;
const FORM_SKILL: f64 = 10.0;
/// Moves of a second look: this number for each of the first look, and a few more.
const SECOND_LOOK: usize = 2;
const SECOND_LOOK_LEAST: usize = 2;
/// Points of skill for each ply that the player always looks ahead.
const SKILL_OF_PLY: u8 = 20;
/// From this skill on moves come to mind by the square of their potential; skill 0 has no preference.
const BIASED_SKILL: f64 = 50.0;
const BIAS_MAX: f64 = 2.0;
/// Greatest distance of near moves from the nearest stone; on an empty board, from the centre.
const NEAR: u16 = 2;
const NEAR_CENTRE: u16 = 1;
/// From this skill on far moves hardly come to mind; skill 0 has no preference.
const NEARNESS_SKILL: f64 = 40.0;
const NEARNESS_MAX: f64 = 4.0;
/// Above this strength a growing part of the moves is searched without a limit of foresight.
const UNLIMITED_STRENGTH: f64 = 0.85;
/// Boards with more cells are large.
const MIDDLE_CELLS_MAX: usize = 49;
/// Lines that a player above [`SOUND_SKILL`] chooses from.
const SOUND_LINES: usize = 3;

named_enum! {
    /// A name for a skill.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    #[non_exhaustive]
    pub enum Level {
        /// Skill 20.
        Beginner = "beginner",
        /// Skill 40.
        Casual = "casual",
        /// Skill 60.
        Club = "club",
        /// Skill 80.
        Expert = "expert",
        /// Skill 100.
        Perfect = "perfect",
    }
}

impl Level {
    /// The skill that it stands for.
    #[must_use]
    pub const fn skill(self) -> u8 {
        match self {
            Level::Beginner => 20,
            Level::Casual => 40,
            Level::Club => 60,
            Level::Expert => 80,
            Level::Perfect => Query::SKILL_MAX,
        }
    }

    /// The way it plays, in a sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Level::Beginner => "Knows the rules, often overlooks a line about to be completed, and plans nothing.",
            Level::Casual => "Takes most wins and blocks most threats, but falls for the first double threat.",
            Level::Club => "Misses a threat now and then, looks a few moves ahead and sometimes overlooks a good move.",
            Level::Expert => "Hardly ever misses a threat and plans well; errs in long combinations.",
            Level::Perfect => "The best move that the engine finds within the limits.",
        }
    }
}

/// Strength by skill: the value at 0, 10, …, 100, in thousandths.
pub type Curve = [u16; 11];

/// The curve for a query: 0 considers one move, 1000 all of them with full foresight.
#[must_use]
pub fn curve(query: &Query) -> Curve {
    const SMALL: Curve = [0, 120, 140, 160, 190, 225, 275, 345, 450, 580, 1000];
    const MIDDLE: Curve = [0, 21, 38, 53, 64, 75, 90, 112, 140, 210, 1000];
    const GRAVITY_SOLVED: Curve = [0, 95, 185, 280, 395, 530, 675, 825, 940, 993, 1000];
    const GRAVITY_SEARCHED: Curve = [0, 25, 46, 60, 75, 97, 133, 185, 245, 420, 1000];
    const LARGE: Curve = [0, 0, 10, 40, 90, 165, 260, 380, 530, 780, 1000];
    let rules = query.position.rules();
    match rules.cells() {
        // Exact answers are further above a search to a depth than the levels are apart.
        _ if rules.gravity() && query.is_open() => GRAVITY_SOLVED,
        _ if rules.gravity() => GRAVITY_SEARCHED,
        ..=9 => SMALL,
        10..=MIDDLE_CELLS_MAX => MIDDLE,
        _ => LARGE,
    }
}

/// The skill that a player shows in a game: its own, give or take the form of the day.
fn shown_skill(query: &Query) -> f64 {
    let skill = f64::from(query.skill.min(Query::SKILL_MAX));
    // The form depends on seed and side alone, so that it lasts for a game with one seed.
    let mut random = Random::of_seed(query.seed ^ query.position.turn().index() as u64);
    // Four even draws are close enough to a bell: their sum has the mean 2 and the variance 1/3.
    let bell = ((0..4).map(|_| random.unit()).sum::<f64>() - 2.0) * 3.0_f64.sqrt();
    (skill + FORM * (skill / FORM_SKILL).min(1.0) * bell).clamp(0.0, f64::from(Query::SKILL_MAX))
}

/// The strength at a skill, 0 to 1.
#[must_use]
pub fn strength(skill: f64, curve: &Curve) -> f64 {
    let index = ((skill / 10.0) as usize).min(curve.len() - 2);
    let at = |index: usize| f64::from(curve[index]);
    (at(index) + (at(index + 1) - at(index)) * (skill / 10.0 - index as f64)) / 1000.0
}

/// How an opponent of this skill chooses among equally good moves: by its lines, as people do. A player that gives no outcome
/// away sets traps where a table shows all replies at once; on larger boards traps cost a search for each move, and catch no more.
#[must_use]
pub fn tie_break(skill: u8, rules: &Rules) -> TieBreak {
    if skill > SOUND_SKILL && Retrograde::fits(rules).is_ok() { TieBreak::Trap } else { TieBreak::Lines }
}

/// A query as a player of its skill answers it.
pub(super) struct SkilledQuery<'a> {
    pub query: Cow<'a, Query>,
    pub demand: Demand,
}

impl<'a> SkilledQuery<'a> {
    pub(super) fn of(query: &'a Query) -> SkilledQuery<'a> {
        let whole = SkilledQuery { query: Cow::Borrowed(query), demand: Demand::Choice };
        if query.skill >= Query::SKILL_MAX || query.moves.len() < 2 {
            return whole;
        }
        if query.skill > SOUND_SKILL {
            let slips = f64::from(Query::SKILL_MAX - query.skill) / f64::from(Query::SKILL_MAX);
            let is_quiet = Player::ALL.into_iter().all(|player| query.position.completions(player).next().is_none());
            return if is_quiet && Random::new(query.seed, &query.position).unit() < slips {
                SkilledQuery { demand: Demand::Ranking(SOUND_LINES), ..whole }
            } else {
                whole
            };
        }
        SkilledQuery { query: Cow::Owned(weaken(query, &curve(query))), demand: Demand::Choice }
    }

    /// The query for a second look, if all moves of the first lose as far as the player sees: within the nodes that it left.
    pub(super) fn second_look(&self, first: &Analysis) -> Option<Query> {
        let query = &*self.query;
        let verdict = first.moves.first()?.verdict;
        let loses = matches!(verdict, Verdict::Loss { .. }) && score_within(verdict, query.foresight) < Score::DRAW;
        let nodes = query.limits.nodes.map(|nodes| nodes.saturating_sub(first.report.counts.nodes));
        if query.reserve.is_empty() || !loses || nodes == Some(0) {
            return None;
        }
        let mut moves = [&query.moves[..], &query.reserve].concat();
        moves.sort_unstable();
        let limits = Limits { nodes, ..query.limits.clone() };
        Some(Query { moves, limits, reserve: Vec::new(), ..query.clone() })
    }

    /// Leaves the move to play: of a ranking the second, if it keeps the outcome.
    pub(super) fn pick(&self, mut analysis: Analysis) -> Analysis {
        if self.demand != Demand::Choice {
            let is_sound = |ranked: &RankedMove| keeps_outcome(ranked.verdict, analysis.moves[0].verdict);
            let second = analysis.moves.get(1).is_some_and(is_sound);
            analysis.moves = vec![analysis.moves.swap_remove(usize::from(second))];
        }
        analysis
    }
}

/// The query of a weaker player: fewer moves, less foresight, and the threats that its skill sees.
#[must_use]
pub fn weaken(query: &Query, curve: &Curve) -> Query {
    let mut random = Random::new(query.seed, &query.position);
    let (all, overlooked, answers) = match attend(query, &mut random) {
        Attention::Forced(moves) => return searched(query, moves, Some(2)),
        Attention::Free { moves, overlooked, answers } => (moves, overlooked, answers),
    };
    let skill = shown_skill(query);
    // Where a line loses, it is the idle moves that suggest themselves. The exponent keeps beginners from playing by lines alone.
    let sign = if query.position.rules().misere() { -1.0 } else { 1.0 };
    let bias = sign * BIAS_MAX * (skill / BIASED_SKILL).min(1.0).powf(2.5);
    let strength = strength(skill, curve);
    // Attention comes and goes: a number from 0 to 1, evenly spread at half strength, near 1 at a high one.
    let strength = random.unit().powf((1.0 - strength) / strength.max(1e-9));
    let count = (all.len() as f64).powf(strength);
    let count = (count + random.unit()).floor().clamp(1.0, all.len() as f64) as usize;
    let count = count.max(answers.len());
    let nearness_bias = NEARNESS_MAX * (f64::from(query.skill) / NEARNESS_SKILL).min(1.0);
    let distances = distances(&query.position);
    let near = if query.position.stones() == 0 { NEAR_CENTRE } else { NEAR };
    let nearness = |cell: Cell| f64::from(1 + distances[cell].saturating_sub(near)).powf(-nearness_bias);
    let weight = |cell| {
        if overlooked.contains(&cell) { 1.0 } else { potential(&query.position, cell).powf(bias) * nearness(cell) }
    };
    // Sampling without replacement, by weight: Efraimidis and Spirakis, "Weighted random sampling with a reservoir", 2006.
    let mut drawn: Vec<(f64, Cell)> = all.iter().map(|&cell| (random.unit().ln() / weight(cell), cell)).collect();
    for (rank, _) in drawn.iter_mut().filter(|(_, cell)| answers.contains(cell)) {
        *rank = 0.0;
    }
    sort::short_by(&mut drawn, |a, b| b.0.total_cmp(&a.0));
    let mut drawn = drawn.into_iter().map(|(_, cell)| cell);
    let mut moves: Vec<Cell> = drawn.by_ref().take(count).collect();
    moves.sort_unstable();
    let unlimited = (strength - UNLIMITED_STRENGTH) / (1.0 - UNLIMITED_STRENGTH);
    let foresight = (1.0 + 10.0 * strength * strength + random.unit()).floor() as u32;
    let foresight = foresight.max(u32::from(query.skill / SKILL_OF_PLY));
    let foresight = (random.unit() >= unlimited).then_some(foresight);
    let looks_again = overlooked.is_empty() && random.unit() < attention(query.skill, ATTENTIVE_SKILL);
    let more = if looks_again { SECOND_LOOK_LEAST + SECOND_LOOK * count } else { 0 };
    let reserve = drawn.take(more).collect();
    Query { reserve, ..searched(query, moves, foresight) }
}

/// The share of the threats of one ply that a player of this skill sees, 0 to 1, if those of skill `all` see all.
fn attention(skill: u8, all: u8) -> f64 {
    (f64::from(skill) / f64::from(all)).min(1.0)
}

/// The share of threats that a player of this skill overlooks. Attention grows slowly at first: on large boards each threat that is seen
/// is worth the most among players who miss many.
fn inattention(skill: u8, all: u8) -> f64 {
    1.0 - attention(skill, all).powf(1.25)
}

/// The moves to consider after a look at the threats of one ply.
enum Attention {
    /// A win to take, or threats to answer.
    Forced(Vec<Cell>),
    /// Any of these; some threats may have been overlooked. Answers to a double threat come to mind first, all of them.
    Free { moves: Vec<Cell>, overlooked: Vec<Cell>, answers: Vec<Cell> },
}

/// Decides by chance which threats of one ply the player sees.
fn attend(query: &Query, random: &mut Random) -> Attention {
    let Query { position, moves, skill, .. } = query;
    let allowed = |cells: Vec<Cell>| cells.into_iter().filter(|cell| moves.contains(cell)).collect::<Vec<_>>();
    let own = allowed(completions(position, position.turn()));
    let theirs = completions(position, position.turn().opponent());
    let shapes_are_seen = has_double_threats(position.rules());
    let oversight = inattention(*skill, if shapes_are_seen { ATTENTIVE_SKILL_LARGE } else { ATTENTIVE_SKILL });
    // A second way to win does not hide the first.
    let distraction = |others: usize| 1.0 + DISTRACTION * others as f64;
    let win_missed = (WIN_MISSED_MAX * oversight.powf(2.7) * distraction(theirs.len())).min(WIN_MISSED_MAX);
    let others = (own.len() + theirs.len()).saturating_sub(1);
    let block_missed = (oversight.powf(2.25) * distraction(others)).min(1.0);

    let sees_own = random.unit() >= win_missed;
    let others = || moves.iter().copied().filter(|cell| !own.contains(cell)).collect::<Vec<_>>();
    if position.rules().misere() {
        // A line loses: a player who sees it keeps away.
        let moves = if sees_own && own.len() < moves.len() { others() } else { moves.clone() };
        return Attention::Free { moves, overlooked: own, answers: Vec::new() };
    }
    if sees_own && !own.is_empty() {
        return Attention::Forced(own);
    }
    let (seen, overlooked): (Vec<_>, Vec<_>) = allowed(theirs).into_iter().partition(|_| random.unit() >= block_missed);
    if !seen.is_empty() {
        return Attention::Forced(seen);
    }
    // A win that is overlooked is not found by accident.
    let moves = if own.len() < moves.len() { others() } else { moves.clone() };
    if !shapes_are_seen {
        return Attention::Free { moves, overlooked, answers: Vec::new() };
    }
    let inattention = inattention(*skill, ATTENTIVE_SKILL);
    let among = |cells: Vec<Cell>| cells.into_iter().filter(|cell| moves.contains(cell)).collect::<Vec<_>>();
    let makers = among(DoubleThreats::of(position, position.turn()).makers());
    if random.unit() >= inattention && !makers.is_empty() {
        return Attention::Forced(makers);
    }
    let blocks = among(DoubleThreats::of(position, position.turn().opponent()).blocks());
    let answers = if random.unit() >= inattention { blocks } else { Vec::new() };
    Attention::Free { moves, overlooked, answers }
}

/// Whether players look for double threats: on large boards they decide most games, and are seen as a shape.
fn has_double_threats(rules: &Rules) -> bool {
    !rules.gravity() && rules.cells() > MIDDLE_CELLS_MAX
}

/// The cells where a side could complete a line at once, ascending.
fn completions(position: &Position, player: Player) -> Vec<Cell> {
    let mut cells: Vec<Cell> = position.completions(player).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The weight by which a move comes to mind: the sum over the lines through its cell that are not closed of 4 to the power of their
/// stones, empty lines a tenth, and a tenth.
fn potential(position: &Position, cell: Cell) -> f64 {
    let lines = position.game().lines();
    let through = lines.through(cell).iter().map(|&line| lines.counts(position.line_states()[usize::from(line)]));
    let open = through.filter(|&(x, o)| x == 0 || o == 0);
    let weight = |(x, o)| if x + o == 0 { 0.1 } else { 4.0_f64.powi((x + o) as i32) };
    0.1 + open.map(weight).sum::<f64>()
}

/// The distance of each cell from the nearest stone, or from the centre of an empty board: steps of a king.
fn distances(position: &Position) -> Vec<u16> {
    let (rules, cells) = (position.rules(), position.cells());
    if !rules.is_grid() {
        return vec![0; cells.len()]; // no cell is near another
    }
    let (width, height) = (rules.width(), rules.height());
    let is_empty = position.stones() == 0;
    let centre = height / 2 * width + width / 2;
    let is_start = |cell: usize| if is_empty { cell == centre } else { cells[cell].is_some() };
    let mut distances: Vec<u16> = (0..cells.len()).map(|cell| if is_start(cell) { 0 } else { u16::MAX }).collect();
    // Takes the neighbours before a cell in one direction, then in the other: after two passes each cell has its distance.
    let relax = |distances: &mut [u16], cell: usize, step: isize| {
        let (x, y) = (cell % width, cell / width);
        let beside = [(step, 0), (-step, step), (0, step), (step, step)];
        for (right, down) in beside {
            if let (Some(x), Some(y)) = (x.checked_add_signed(right), y.checked_add_signed(down))
                && x < width
                && y < height
            {
                distances[cell] = distances[cell].min(distances[y * width + x].saturating_add(1));
            }
        }
    };
    (0..cells.len()).for_each(|cell| relax(&mut distances, cell, -1));
    (0..cells.len()).rev().for_each(|cell| relax(&mut distances, cell, 1));
    distances
}

/// The query at full strength among these moves with this foresight.
fn searched(query: &Query, moves: Vec<Cell>, foresight: Option<u32>) -> Query {
    let mut weaker = Query { moves, skill: Query::SKILL_MAX, ..query.clone() };
    if StrategyKind::of(query) == StrategyKind::Table {
        weaker.foresight = foresight;
    } else if let (Some(plies), Algorithm::Auto | Algorithm::AlphaBeta | Algorithm::Minimax) =
        (foresight, query.algorithm)
    {
        weaker.limits.depth = Some(weaker.limits.depth.map_or(plies, |depth| depth.min(plies)));
    }
    weaker
}
