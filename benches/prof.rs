use axum::body::Body;
use axum::http::*;
use http_body_util::BodyExt as _;
use inarow::config::ServerLimits;
use inarow::engine::*;
use inarow::game::*;
use inarow::http::{self, State, request::*};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use tower::ServiceExt as _;
fn t(name: &str, mut f: impl FnMut()) {
    let mut v = vec![];
    for _ in 0..3000 {
        let s = Instant::now();
        for _ in 0..40 {
            f()
        }
        v.push(s.elapsed() / 40);
    }
    v.sort();
    println!("{name:30} {:?}", v[1500]);
}
fn main() {
    let rt = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let state = Arc::new(State::new(ServerLimits::DEFAULT).unwrap());
    let app = http::app(state.clone(), &[HeaderValue::from_static("*")]);
    let body = br#"{"board":"XO.......","turn":"X"}"#;
    let limits = ServerLimits::DEFAULT;
    let game = Game::shared(Preset::TicTacToe.rules());
    t("shared", || {
        black_box(Game::shared(black_box(Preset::TicTacToe.rules())));
    });
    t("Position::new", || {
        black_box(Position::new(game.clone()));
    });
    let cells = Setup::parse(&game, "XO.......").unwrap();
    t("Setup::parse", || {
        black_box(Setup::parse(&game, black_box("XO......."))).unwrap();
    });
    t("into_position", || {
        black_box(
            Setup { game: game.clone(), cells: cells.clone(), turn: Some(Player::X) }.into_position(false).unwrap(),
        );
    });
    t("fields", || {
        black_box(serde_json::from_slice::<Fields>(black_box(body)).unwrap());
    });
    t("fields+read", || {
        let f = serde_json::from_slice::<Fields>(black_box(body)).unwrap();
        black_box(MoveRequest::read(&f, &limits, Instant::now(), At::ROOT).unwrap());
    });
    let f = serde_json::from_slice::<Fields>(body).unwrap();
    let q = MoveRequest::read(&f, &limits, Instant::now(), At::ROOT).unwrap().query;
    let engine = Engine::new(EngineConfig::default());
    t("plan", || {
        black_box(engine.plan(&q));
    });
    t("check", || {
        black_box(engine.check(&q)).unwrap();
    });
    t("choose", || {
        black_box(engine.choose(&q)).unwrap();
    });
    t("clone position", || {
        black_box(q.position.clone());
    });
    t("reachable", || {
        black_box(q.position.reachable());
    });
    t("winning_lines", || {
        black_box(q.position.winning_lines());
    });
    t("board()", || {
        black_box(q.position.board());
    });
    let pv = engine.choose(&q).unwrap().0.pv;
    let _ = pv;
    rt.block_on(async {
        let mut v = vec![vec![], vec![], vec![]];
        for _ in 0..3000 {
            for (i, path) in
                ["/livez", "/v1/move?board=XO.......&turn=X", "/v1/move?board=XXXOO...."].into_iter().enumerate()
            {
                let reqs: Vec<_> = (0..40).map(|_| Request::get(path).body(Body::empty()).unwrap()).collect();
                let s = Instant::now();
                for r in reqs {
                    let Ok(x) = app.clone().oneshot(r).await;
                    black_box(x.into_body().collect().await.unwrap().to_bytes());
                }
                v[i].push(s.elapsed() / 40);
            }
        }
        for (i, mut x) in v.into_iter().enumerate() {
            x.sort();
            println!("app {i} {:?}", x[1500]);
        }
        let router = axum::Router::new().route("/livez", axum::routing::get(|| async { "ok" }));
        let mut x = vec![];
        for _ in 0..3000 {
            let reqs: Vec<_> = (0..40).map(|_| Request::get("/livez").body(Body::empty()).unwrap()).collect();
            let s = Instant::now();
            for r in reqs {
                let Ok(x) = router.clone().oneshot(r).await;
                black_box(x.into_body().collect().await.unwrap().to_bytes());
            }
            x.push(s.elapsed() / 40);
        }
        x.sort();
        println!("bare livez {:?}", x[1500]);
    });
}
