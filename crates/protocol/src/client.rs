//! Placeholder for client to come.
