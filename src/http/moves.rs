//! `/v1/move`: one chosen move.

use axum::extract;
use axum::response::Response;
use serde::Serialize;

use super::answer::{Place, Places, PositionView, ScoreView, SearchView};
use super::problem::Failure;
use super::request::{At, Input, MoveRequest};
use super::respond;
use super::state::{Chosen, Reply, Shared};
use crate::search::Stop;

/// The answer: on a finished board without a move, a position after it or a search.
#[derive(Serialize)]
struct MoveAnswer<'a> {
    r#move: Option<Place>,
    score: ScoreView,
    pv: Places<'a>,
    position: PositionView,
    after: Option<PositionView>,
    search: Option<SearchView>,
}

/// Answers GET and POST.
///
/// # Errors
/// A request that is not valid, and saturation.
pub async fn answer(app: extract::State<Shared>, input: Input) -> Result<Response, Failure> {
    let asked = MoveRequest::read(&input.fields()?, &app.limits, input.arrival, At::ROOT)?;
    match app.choose_at_once(asked)? {
        Reply::Now(request, chosen) => write(&input, request, &chosen),
        Reply::Later(request) => {
            // Boxed, so that small answers do not carry the space of a search around.
            let (request, chosen) = Box::pin(app.search(*request)).await?;
            write(&input, request, &chosen)
        }
    }
}

fn write(input: &Input, request: MoveRequest, chosen: &Chosen) -> Result<Response, Failure> {
    let took = input.arrival.elapsed();
    let pure = input.is_cacheable() && request.reproducible && !depended_on_the_clock(chosen);
    let report = chosen.as_ref().map(|(_, report)| report);
    let search = report.map(|report| SearchView::new(report, (!pure).then_some(took), request.seed));
    let body = write_body(request, chosen, search)?;
    Ok(if pure { respond::cacheable(body, input.if_none_match.as_ref(), took) } else { respond::fresh(body) })
}

fn depended_on_the_clock(chosen: &Chosen) -> bool {
    chosen.as_ref().is_some_and(|(_, report)| matches!(report.stop, Stop::Movetime | Stop::Cancelled))
}

fn write_body(request: MoveRequest, chosen: &Chosen, search: Option<SearchView>) -> Result<Vec<u8>, serde_json::Error> {
    let (mut position, pov) = (request.query.position, request.pov);
    let rules = position.rules();
    let before = PositionView::new(&position);
    let Some((line, _)) = chosen else {
        let score = ScoreView::of_finished(&position, pov);
        let pv = Places { rules, cells: &[] };
        return respond::to_json(&MoveAnswer { r#move: None, score, pv, position: before, after: None, search });
    };
    let score = ScoreView::new(line.verdict, position.turn(), pov);
    let after = position.play(line.cell).is_ok().then(|| PositionView::new(&position));
    respond::to_json(&MoveAnswer {
        r#move: Some(Place::new(rules, line.cell)),
        score,
        pv: Places { rules, cells: &line.pv },
        position: before,
        after,
        search,
    })
}
