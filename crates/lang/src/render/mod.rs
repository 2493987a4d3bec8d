//! Showing diagnostics: to people as text with the source line underlined, to programs as JSON.

pub mod json;
pub mod text;
