//! FEN, move text and board drawings.
