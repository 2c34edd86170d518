use std::cell::Cell as Shown;

use super::*;

#[test]
fn a_table_of_the_same_size_is_kept() {
    let mut brain = Brain::new();
    brain.read_info("max_memory 16777216");
    assert_eq!(brain.engine.memories_made(), 0, "no game has begun");
    for (command, made) in [("START", 1), ("START", 1), ("", 1)] {
        if !command.is_empty() {
            brain.execute(command, "15").expect("a game");
        }
        brain.read_info("max_memory 16777216");
        brain.read_info("rule 1");
        assert_eq!(brain.engine.memories_made(), made);
    }
    brain.read_info("max_memory 8388608");
    assert_eq!(brain.engine.memories_made(), 2, "before the clock of a move runs");
    brain.read_info("max_node 500");
    brain.execute("BEGIN", "").expect("a move");
    assert_eq!(brain.engine.memories_made(), 2);
}

#[test]
fn a_new_game_knows_nothing_of_the_one_before() {
    let mut brain = Brain::new();
    for info in ["max_memory 16777216", "max_node 3000", "timeout_turn 3600000"] {
        brain.read_info(info);
    }
    let mut game = || {
        brain.execute("START", "15")?;
        ["7,7", "8,8"].map(|cell| brain.execute("TURN", cell)).into_iter().collect::<Result<Vec<_>, _>>()
    };
    let first = game().expect("two moves");
    assert_eq!(game().expect("two moves"), first);
}

/// Of ten seconds by this clock the processor works for two.
fn busy() -> Times {
    thread_local!(static SECONDS: Shown<u64> = const { Shown::new(0) });
    let seconds = SECONDS.get();
    SECONDS.set(seconds + 10);
    Times { wall: Duration::from_secs(seconds), processor: Some(Duration::from_secs(seconds / 5)) }
}

#[test]
fn a_move_leaves_a_greater_margin_once_the_processor_had_other_work() {
    let mut brain = Brain { now: busy, ..Brain::new() };
    for info in ["max_memory 4194304", "max_node 500", "timeout_turn 60000"] {
        brain.read_info(info);
    }
    brain.execute("START", "15").expect("a game");
    let before = brain.clock.budget().most;
    brain.execute("BEGIN", "").expect("a move");
    assert_eq!(before - brain.clock.budget().most, Duration::from_secs(2), "a quarter of eight seconds");
}
