//! ChessLang and Chessembly: from text to a checked model, with diagnostics.
