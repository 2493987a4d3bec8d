//! The checked description of a chess variant: plain data, serialisable, no text, no tables.
