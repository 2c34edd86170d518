//! Scripted sessions of the Gomocup protocol, line by line.

use std::collections::HashSet;

/// An hour for a move, and a limit of positions that takes none of it.
const UNHURRIED: &str = "INFO timeout_turn 3600000\nINFO max_node 20000\n";

/// All lines that come out for these.
fn lines(script: &str) -> Vec<String> {
    let mut output = Vec::new();
    pbrain_inarow::play(script.as_bytes(), &mut output).expect("reading and writing memory");
    String::from_utf8(output).expect("text").lines().map(String::from).collect()
}

/// The answers to these lines, without remarks.
fn session(script: &str) -> Vec<String> {
    lines(script).into_iter().filter(|line| !line.starts_with("MESSAGE ")).collect()
}

fn cell(text: &str) -> (usize, usize) {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("{text:?} is not a move"));
    (x.parse().expect("a column"), y.parse().expect("a row"))
}

#[test]
fn a_game_is_played_move_by_move() {
    let answers = session(
        "START 15\nINFO timeout_turn 100\nINFO rule 0\nINFO game_type 1\nBEGIN\nTURN 0,0\nTURN 0,2\nABOUT\nEND\nBEGIN\n",
    );
    assert_eq!(answers[0], "OK");
    let cells: HashSet<_> = answers[1..4].iter().map(|answer| cell(answer)).collect();
    assert_eq!(cells.len(), 3, "{answers:?}");
    assert!(cells.iter().all(|&(x, y)| x < 15 && y < 15) && !cells.contains(&(0, 0)) && !cells.contains(&(0, 2)));
    assert!(answers[4].starts_with("name=\"inarow\", version=\""));
    assert_eq!(answers.len(), 5, "nothing is answered behind END: {answers:?}");
}

#[test]
fn a_board_is_answered_with_the_move_that_wins_or_prevents_it() {
    let board = |stones: &str| {
        let answers = session(&format!("{UNHURRIED}START 15\nBOARD\n{stones}DONE\nEND\n"));
        cell(&answers[1])
    };
    // Own fours are completed, whatever else there is.
    let fours = "3,3,1\n4,3,1\n5,3,1\n6,3,1\n3,8,2\n4,8,2\n5,8,2\n6,8,2\n";
    assert!([(2, 3), (7, 3)].contains(&board(fours)));
    // A four of the other side is blocked where it can be.
    assert_eq!(board("2,8,1\n0,0,1\n9,1,1\n3,8,2\n4,8,2\n5,8,2\n6,8,2\n"), (7, 8));
    // An open three is met at one of its ends, or else it becomes an open four.
    let three = board("0,0,1\n14,0,1\n6,7,2\n7,7,2\n8,7,2\n");
    assert!([(4, 7), (5, 7), (9, 7), (10, 7)].contains(&three), "{three:?}");
}

#[test]
fn rules_and_sizes_are_the_managers() {
    // A sixth stone would win only where more than five count.
    let six = "START 15\nINFO timeout_turn 3600000\nINFO max_node 20000\nBOARD\n2,2,1\n3,2,1\n4,2,1\n6,2,1\n7,2,1\n2,9,2\n4,11,2\n9,9,2\n1,5,2\n12,3,2\nDONE\n";
    assert_eq!(session(six)[1], "5,2");
    assert_ne!(session(&format!("INFO rule 1\n{six}"))[1], "5,2");
    let answers = session("RECTSTART 21,10\nRECTSTART 9,7\nINFO timeout_turn 20\nBEGIN\nSTART x\nSTART 4\n");
    assert!(answers[0].starts_with("ERROR ") && answers[0].contains("21"), "{answers:?}");
    assert_eq!(answers[1], "OK");
    let (x, y) = cell(&answers[2]);
    assert!(x < 9 && y < 7);
    assert!(answers[3..].iter().all(|answer| answer.starts_with("ERROR ")), "{answers:?}");
}

#[test]
fn a_move_comes_with_what_the_search_has_found() {
    let script = "INFO timeout_turn 3600000\nSTART 15\nINFO max_node 2000\nBOARD\n7,7,1\n8,8,2\n8,7,1\n9,7,2\nDONE\n";
    let [_, remark, answer] = &lines(script)[..] else { panic!("three lines") };
    let words: Vec<&str> = remark.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    assert_eq!([words[0], words[1], words[3], words[5]], ["MESSAGE", "depth", "value", "nodes"], "{remark}");
    assert!(words[2].parse::<u32>().unwrap() > 0 && words[6].parse::<u64>().unwrap() > 0, "{remark}");
    assert!(remark.contains(&format!(" pv {answer}")), "{remark}");
    let won =
        "INFO timeout_turn 3600000\nSTART 15\nBOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\n3,8,2\n4,8,2\n5,8,2\n9,9,2\nDONE\n";
    assert!(lines(won)[1].contains("value win in 1,"));
}

#[test]
fn rules_that_are_not_played_are_said_and_refused() {
    for rule in [2, 4, 8, 5] {
        let answers = lines(&format!(
            "START 15\nINFO rule {rule}\nBEGIN\nBOARD\n7,7,2\nDONE\nINFO rule 1\nINFO max_node 100\nBEGIN\n"
        ));
        assert!(answers[1].starts_with(&format!("MESSAGE rule {rule} is not played")), "{answers:?}");
        assert!(answers[2..4].iter().all(|answer| answer.starts_with(&format!("ERROR rule {rule} "))), "{answers:?}");
        assert!(answers[4].starts_with("MESSAGE depth"), "{answers:?}");
    }
    assert!(lines("ABOUT\n")[0].contains("rules=\"0 freestyle, 1 exactly five\""));
}

/// The same move each time, although there are ten minutes: the number of positions is reached first.
#[test]
fn positions_are_limited_where_the_manager_says_so() {
    let script = "INFO timeout_turn 3600000\nINFO max_node 500\nSTART 15\nBOARD\n7,7,1\n8,8,2\n8,7,1\n9,7,2\nDONE\n";
    assert_eq!(session(script), session(script));
}

#[test]
fn the_first_move_is_the_centre() {
    for rule in [0, 1] {
        for (start, centre) in
            [("START 15", "7,7"), ("START 19", "9,9"), ("START 20", "9,9"), ("RECTSTART 20,15", "9,7")]
        {
            for nodes in [1, 300, 20_000] {
                let answers = session(&format!("{UNHURRIED}INFO max_node {nodes}\nINFO rule {rule}\n{start}\nBEGIN\n"));
                assert_eq!(answers[1], centre, "rule {rule}, {start}, {nodes} nodes");
            }
        }
    }
}

#[test]
fn a_game_is_opened_by_swap2() {
    let open = |stones: &str| {
        session(&format!(
            "INFO timeout_turn 3600000\nINFO rule 1\nINFO max_node 3000\nSTART 15\nSWAP2BOARD\n{stones}DONE\n"
        ))
        .swap_remove(1)
    };
    let stones = open("");
    let cells: HashSet<_> = stones.split(' ').map(cell).collect();
    assert_eq!(cells.len(), 3, "{stones}");
    // The second side's two stones are nowhere near the three of the first, which is about to make an open four.
    assert_eq!(open("7,7\n0,0\n8,7\n14,14\n9,7\n"), "SWAP");
    // Here the side to move has all the stones that count.
    let (x, y) = cell(&open("0,0\n7,7\n14,0\n8,7\n0,14\n"));
    assert!((5..=10).contains(&x) && (5..=9).contains(&y), "{x},{y}");
    for (stones, fault) in
        [("7,7\n", "1 stones"), ("7,7\n8,8\n7,7\n", "occupied"), ("7,7\n8,8\n15,7\n", "off the board")]
    {
        let answer = open(stones);
        assert!(answer.starts_with("ERROR ") && answer.contains(fault), "{answer}");
    }
    // A board follows, as if nothing had been.
    let answers = session("INFO max_node 500\nSTART 15\nSWAP2BOARD\n7,7\n8,7\n9,9\nDONE\nTURN 7,7\n");
    cell(&answers[2]);
    let small = session("START 5\nSWAP2BOARD\nDONE\nSWAP2BOARD\n");
    assert!(small[1].starts_with("ERROR the board is too small"), "{small:?}");
}

#[test]
fn moves_are_taken_back_and_nonsense_is_refused() {
    let answers = session(
        "TURN 1,1\nSTART 15\nINFO timeout_turn 20\nTURN 7,7\nTURN 7,7\nTAKEBACK 7,7\nTAKEBACK 7,7\nTURN 15,0\nTURN a\nPONDER\n\nRESTART\n",
    );
    let starts: Vec<&str> = answers.iter().map(|answer| answer.split_whitespace().next().unwrap_or_default()).collect();
    assert_eq!([starts[0], starts[1]], ["ERROR", "OK"]);
    cell(&answers[2]);
    assert_eq!(starts[3..], ["ERROR", "OK", "ERROR", "ERROR", "ERROR", "UNKNOWN", "OK"], "{answers:?}");
}
