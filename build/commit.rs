//! The commit that the program is built from, for `/version` and `inarow_build_info`.

/// The variable that names the commit: a build in an image has no repository, and one that read it would differ from the same sources elsewhere.
pub const VARIABLE: &str = "INAROW_COMMIT";

/// The commit that the variable names; `None` where it is empty, as `--build-arg` leaves it by default.
///
/// # Errors
/// A text that is no name of a commit: Cargo would read the line as another instruction, or Git would not find it.
pub fn commit(variable: Option<&str>) -> Result<Option<&str>, String> {
    let name = variable.unwrap_or_default().trim();
    if name.is_empty() {
        return Ok(None);
    }
    let is_name = name.len() <= 64 && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
    if is_name { Ok(Some(name)) } else { Err(format!("{VARIABLE} is {name:?}, which is no name of a commit")) }
}
