//! Replays the inputs that the fuzz targets have kept in `fuzz/corpus`: one folder for each target.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn every_seed_is_answered_as_it_must_be() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for target in ["board", "moves", "rules", "request"] {
        let mut replayed = 0;
        for entry in fs::read_dir(corpus.join(target)).expect("a corpus") {
            let path = entry.expect("an entry").path();
            println!("{}", path.display());
            crate::fuzz::run(target, &fs::read(path).expect("a seed"));
            replayed += 1;
        }
        assert!(replayed >= 20, "{target} has {replayed} seeds");
    }
}

/// A fuzzer that knows the words of the contract reaches further. Codes of errors are no part of requests.
#[test]
fn the_dictionary_has_every_field_and_name() {
    let words =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/words.dict")).expect("a dictionary");
    let fields = inarow_api::contract::fields(|_| true).into_iter().flat_map(|(_, fields)| fields);
    let enums = inarow_api::contract::enums().into_iter().filter(|(schema, _)| *schema != "ErrorCode");
    let names = fields.chain(enums.flat_map(|(_, names)| names)).map(|name| format!("\"{name}\""));
    let missing: BTreeSet<String> = names.filter(|name| !words.lines().any(|word| word == name)).collect();
    let missing: Vec<String> = missing.into_iter().collect();
    assert!(missing.is_empty(), "lines that fuzz/words.dict lacks:\n{}", missing.join("\n"));
}
