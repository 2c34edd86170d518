//! Ways to write boards.
