//! Placeholder for server to come.
