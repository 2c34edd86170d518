//! Replays the inputs that the fuzz targets have kept in `fuzz/corpus`: one folder for each target.

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
