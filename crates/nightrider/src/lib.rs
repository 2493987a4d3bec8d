//! The facade other programs depend on: compile a source, play it.
