//! Reviewed games in words.

use serde_json::json;

use super::{MOVES_TOLD_MAX, Rendered, board, game, position_values, score_values, state, told};
use inarow_api::endpoints::{ReviewRequest, reasons_of_played};
use inarow_api::views::annotated::judgement;
use inarow_api::views::{
    advantage_text, brief_verdict_text, distinct, line_text, names, notes_text, refutation_text, rounded,
    variation_text,
};
use inarow_api::{Limits, Refusal, Run, Searched};
use inarow_engine::engine::review::{Label, ReviewedMove, ReviewedSide};
use inarow_engine::game::{Player, notation};
use inarow_engine::search::Verdict;

/// Longest game of which the text lists every move; of others it lists those that need a better one.
const MOVES_LISTED_MAX: usize = 24;

/// What scores that are not proven say, once for all.
const ESTIMATES: &str = "\"About 60 of 100\" is not proven: a rough estimate of the score of the side in 100 games between people from there, \
                         draws counting half.\n";

/// The label of a move in words that need no legend.
fn label_text(reviewed: &ReviewedMove) -> String {
    match reviewed.label {
        Label::MissedWin if matches!(reviewed.played.verdict, Verdict::Loss { .. }) => {
            "let the win become a loss".to_owned()
        }
        Label::MissedWin => "let the win become a draw".to_owned(),
        Label::ThrewAwayDraw => "let the draw become a loss".to_owned(),
        Label::Prolonged => "wins later than need be".to_owned(),
        Label::Hastened => "loses sooner than need be".to_owned(),
        other => other.name().replace('-', " "),
    }
}

/// Arguments against a move that has a better one: a win at once that it missed, and facts or, where there is none, a win at once that it
/// allows, the arguments for the better one, or the play that follows.
fn against(reviewed: &ReviewedMove) -> Vec<String> {
    let ReviewedMove { position, played, best, .. } = reviewed;
    let name = |cell| notation::cell_name(position.rules(), cell);
    let missed = best.first().filter(|better| better.verdict == Verdict::Win { plies: 1 });
    let missed = missed.map(|better| format!("{} wins at once.", name(better.cell)));
    let facts = reasons_of_played(reviewed);
    if !facts.is_empty() {
        return distinct(missed.into_iter().chain(facts.iter().map(|fact| fact.text().to_owned())));
    }
    let reply = played.pv.get(1).filter(|_| played.verdict == Verdict::Loss { plies: 2 } && !position.rules().misere());
    let allowed =
        reply.map(|reply| format!("{} then wins at once with {}.", position.turn().opponent().name(), name(*reply)));
    let refutation = if allowed.is_none() { refutation_text(reviewed) } else { None };
    let told: Vec<String> = missed.into_iter().chain(allowed).chain(refutation).collect();
    if !told.is_empty() {
        return told;
    }
    // The judgement says how much sooner a loss comes.
    let line = || line_text(reviewed).filter(|_| !matches!(played.verdict, Verdict::Loss { .. }));
    vec![advantage_text(reviewed).or_else(line).unwrap_or_else(|| judgement(reviewed))]
}

/// How far the moves whose label is not proven were searched, as a line of text; nothing where all are proven.
fn depth_text(moves: &[ReviewedMove], request: &ReviewRequest, limits: &Limits) -> String {
    let is_proven = |reviewed: &&ReviewedMove| {
        let is_best_known = match reviewed.best_verdict() {
            Verdict::Win { .. } | Verdict::Loss { .. } => true,
            // Another move may win.
            Verdict::Draw { .. } => reviewed.report.complete,
            Verdict::Unknown { .. } => false,
        };
        is_best_known && reviewed.played.verdict.is_proven()
    };
    let estimated: Vec<&ReviewedMove> = moves.iter().filter(|reviewed| !is_proven(reviewed)).collect();
    let depths: Vec<u32> = estimated.iter().map(|one| one.report.depth).collect();
    let (Some(least), Some(most)) = (depths.iter().min(), depths.iter().max()) else { return String::new() };
    let range = if least == most { String::new() } else { format!("{least} to ") };
    let plies = if *most == 1 { "ply" } else { "plies" };
    let asked = &request.review.limits;
    // Without a time of their own, reviews end after so many nodes.
    let has_more = asked.nodes.is_some() || request.movetime < limits.movetime_max();
    let more = match asked.depth {
        Some(_) => "; a greater depth judges better".to_owned(),
        None if has_more => format!("; a movetime of {} judges better", limits.movetime_ms_max),
        None => String::new(),
    };
    let (labels, are) = if depths.len() == 1 { ("label", "is an estimate") } else { ("labels", "are estimates") };
    let which = match depths.len() == moves.len() {
        true => "All labels".to_owned(),
        false => format!("The {labels} of {}", numbers_text(&estimated)),
    };
    format!("{which} {are}: not proven, and searched {range}{most} {plies} deep{more}.\n")
}

/// The numbers of moves, with one text for those that follow each other: "moves 1 to 4, 7".
fn numbers_text(moves: &[&ReviewedMove]) -> String {
    let runs = moves.chunk_by(|one, next| one.ply + 1 == next.ply);
    let texts: Vec<String> = runs
        .map(|run| match (run[0].ply, run[run.len() - 1].ply) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first} to {last}"),
        })
        .collect();
    format!("{} {}", if moves.len() == 1 { "move" } else { "moves" }, texts.join(", "))
}

/// The answer to `review_game` in words.
///
/// # Errors
/// As for [`ReviewRequest::judge`].
pub(in super::super) fn review(request: &ReviewRequest, run: &mut Run<'_>) -> Result<Option<Rendered>, Refusal> {
    let Some(moves) = request.judge(run)? else { return Ok(None) };
    let last = &request.review.game;
    let rules = last.rules();
    let is_short = moves.len() <= MOVES_LISTED_MAX;
    let mut text = String::new();
    let mut values = Vec::new();
    let mut has_estimates = false;
    for reviewed in &moves {
        let ReviewedMove { played, label, expectation, .. } = reviewed;
        let (side, name) = (reviewed.position.turn(), notation::cell_name(rules, played.cell));
        let better = reviewed.best.first().filter(|_| label.is_worse());
        let is_told = is_short || label.is_worse();
        let mut line = format!("{}. {} {name}: {}", reviewed.ply, side.name(), label_text(reviewed));
        let better_name = better.map(|better| notation::cell_name(rules, better.cell));
        if let (Some(better), Some(name)) = (better, &better_name) {
            let (now, was) = (
                brief_verdict_text(played.verdict, side, *expectation),
                brief_verdict_text(better.verdict, side, *expectation),
            );
            has_estimates |= !(played.verdict.is_proven() && better.verdict.is_proven());
            line += &format!(" (played: {now}; better: {name}, {was})");
        }
        let mut told_of = json!({
            "ply": reviewed.ply, "player": side.name(), "move": name, "label": label.name(),
            "score": score_values(played.verdict, side, *expectation), "better": better_name,
        });
        if let Some(better) = better {
            let (best, why) = (told(&names(rules, &better.pv)), against(reviewed));
            line += &variation_text(&reviewed.position, better, MOVES_TOLD_MAX)
                .map_or_else(String::new, |variation| format!("\n   {variation}"));
            line += &format!("\n   Why not {name}: {}", why.join(" "));
            told_of["best"] = json!(best);
            told_of["reasons"] = json!(why);
        }
        if is_told {
            text += &line;
            text.push('\n');
        }
        values.push(told_of);
    }
    if !is_short {
        let fine = moves.iter().filter(|reviewed| !reviewed.label.is_worse()).count();
        text += &format!("The other {fine} of {} moves are best, the only move or good.\n", moves.len());
    }
    if has_estimates {
        text += ESTIMATES;
    }
    text += &depth_text(&moves, request, run.limits);
    let mut accuracy = json!({});
    for side in Player::ALL {
        // To a tenth, as the service has it.
        let ReviewedSide { accuracy: reached, costliest, .. } = ReviewedSide::of(side, &moves);
        let reached = reached.map(|accuracy| rounded(accuracy, 10.0));
        accuracy[side.name()] = json!(reached);
        if let Some(reached) = reached {
            let costliest = match &costliest[..] {
                [] => String::new(),
                [only] => format!(", and move {only} cost it most"),
                [most @ .., last] => {
                    let most: Vec<String> = most.iter().map(ToString::to_string).collect();
                    format!(", and moves {} and {last} cost it most", most.join(", "))
                }
            };
            text += &format!("Accuracy of {}: {} of 100{costliest}.\n", side.name(), json!(reached));
        }
    }
    text += &format!("{}\n{}{}", state(last), notes_text(last), board(last));
    let searched = Some(Searched::all(moves.iter().map(|reviewed| reviewed.report.counts.nodes)));
    let values = json!({"game": game(last), "moves": values, "accuracy": accuracy, "position": position_values(last)});
    Ok(Some(Rendered { text, values, searched }))
}
