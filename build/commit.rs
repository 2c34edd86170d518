//! The commit that the program is built from, for `/version` and `inarow_build_info`.

/// Names it: a build in an image has no repository to ask, and one that asked would differ from the same sources elsewhere.
pub const VARIABLE: &str = "INAROW_COMMIT";

/// What the variable says; nothing where it is empty, as `--build-arg` leaves it by default.
///
/// # Errors
/// No name of a commit: a line that Cargo would read as another instruction, or nothing that Git would find.
pub fn commit(variable: Option<&str>) -> Result<Option<&str>, String> {
    let name = variable.unwrap_or_default().trim();
    if name.is_empty() {
        return Ok(None);
    }
    let is_name = name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    if is_name { Ok(Some(name)) } else { Err(format!("{VARIABLE} is {name:?}, which is no name of a commit")) }
}
