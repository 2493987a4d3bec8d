//! How much a script may use of everything.

/// How much one run of a handler, a called function or the body may use. Whatever exceeds a limit is ended
/// with a fault, and the game goes on from the position before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps: a turn of a loop or a call of a function is one; built-in functions that work through much
    /// data take more, by how much it is, and every step is dearer while a script holds much data. Time is never
    /// measured, so a script ends at the same step everywhere.
    pub steps: u32,
    /// Bytes of memory, the script's own functions and tables included.
    pub memory: usize,
    /// Bytes of one string or list (a list takes 16 bytes an entry and some room to grow).
    pub block: usize,
    /// Bytes of stack, which bound how deeply functions can call one another: some 500 levels at least. The thread
    /// that runs scripts needs that much and some more.
    pub stack: usize,
    /// Bytes printed to the console.
    pub output: usize,
    /// Bytes of state that one owner (the game, a player, a piece) can hold, roughly as JSON.
    pub state: usize,
    /// Bytes of source text of all scripts of a game.
    pub source: usize,
}

impl Limits {
    /// Far more than a rule needs, and little enough that no script makes anyone wait.
    pub const DEFAULT: Limits = Limits {
        steps: 400_000,
        memory: 16 << 20,
        block: 256 << 10,
        stack: 1 << 20,
        output: 8 << 10,
        state: 32 << 10,
        source: 256 << 10,
    };
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::DEFAULT
    }
}
