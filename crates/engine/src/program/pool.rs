//! Machines kept for reuse.

use std::cell::Cell;
use std::fmt;

use super::Machine;

/// Machines that wait for their next run. A run may need another one while it lasts (`danger` asks what the
/// enemy's programs attack), so there can be several.
#[derive(Default)]
#[allow(clippy::vec_box)] // Machines are large: taking one out must not copy it.
pub(crate) struct MachinePool(Cell<Vec<Box<Machine>>>);

impl MachinePool {
    /// Does something with a machine.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut Machine) -> R) -> R {
        let mut waiting = self.0.take();
        let mut machine = waiting.pop().unwrap_or_default();
        self.0.set(waiting);
        let result = f(&mut machine);
        let mut waiting = self.0.take();
        waiting.push(machine);
        self.0.set(waiting);
        result
    }
}

impl fmt::Debug for MachinePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MachinePool")
    }
}
