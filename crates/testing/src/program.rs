//! Programs for tests: the test binary itself, started again in a role that its test `program` plays.

/// The environment variable that makes a test binary a program; its value is the role.
const ROLE: &str = "HEIRLOOM_TEST_ROLE";

/// Returns the arguments with which `env` starts this test binary as a program: only its test `program` runs,
/// where [`program_role`] returns the role, such as the transcript of a [`Script`](crate::Script).
pub fn program_arguments(role: &str) -> [String; 5] {
    let binary = std::env::current_exe().expect("the path of the test binary");
    let words = [&*format!("{ROLE}={role}"), &binary.to_string_lossy(), "--exact", "program", "--nocapture"];
    words.map(String::from)
}

/// Returns the role of this process; `None` in an ordinary run of the tests.
pub fn program_role() -> Option<String> {
    std::env::var(ROLE).ok()
}
