//! Placeholder for script to come.
