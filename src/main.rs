fn main() { println!("{}", inarow::NAME); }
