//! From a checked model to positions, legal moves and results.
