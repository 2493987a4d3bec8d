//! Counting what a running script uses.

use crate::Limits;

/// What a running script has used, and whether it must stop.
///
/// QuickJS reports every 10,000 turns of loops and calls of functions; everything else reports what it costs.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    steps_left: i64,
    output_left: usize,
    /// The address of the stack at which the run started; 0 outside a run.
    stack_start: usize,
    stack: usize,
    stop: Option<Stop>,
    /// The largest block of memory that this run has asked for.
    pub largest: usize,
    /// What each step costs because of the script itself: its text and the data it starts with.
    base_weight: u32,
    /// How often QuickJS has asked whether to go on.
    pub reports: u32,
}

/// The limit that a script has exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Steps,
    Memory,
    Block,
    Stack,
    Output,
}

/// Steps between two reports of QuickJS.
pub(crate) const STEPS_PER_REPORT: u32 = 10_000;
/// Bytes that count as one step when a large block is allocated: roughly what takes as long to fill.
const BYTES_PER_STEP: usize = 64;

impl Meter {
    pub fn new(limits: &Limits) -> Meter {
        Meter {
            steps_left: i64::from(limits.steps),
            output_left: limits.output,
            stack_start: 0,
            stack: limits.stack,
            stop: None,
            largest: 0,
            base_weight: 1,
            reports: 0,
        }
    }

    /// Starts to count for a run that begins at this depth of the stack.
    pub fn start(&mut self, limits: &Limits, base_weight: u32) {
        let here = 0u8;
        *self = Meter { stack_start: (&raw const here).addr(), base_weight, ..Meter::new(limits) };
    }

    /// QuickJS asks whether to go on; the next steps until it asks again are paid in advance. A step can be as dear
    /// as the data it works on is large, and more so if it must be looked for in many places.
    pub fn report(&mut self, memory_grown: usize) -> bool {
        self.reports += 1;
        let weight = self.base_weight as usize + self.largest / 4096 + memory_grown / (64 << 10);
        self.charge(u32::try_from(weight).unwrap_or(u32::MAX).saturating_mul(STEPS_PER_REPORT))
    }

    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.is_some()
    }

    /// Counts steps. The answer is whether the script must stop.
    pub fn charge(&mut self, steps: u32) -> bool {
        self.steps_left -= i64::from(steps);
        if self.steps_left < 0 {
            self.stop.get_or_insert(Stop::Steps);
        }
        self.is_stopped()
    }

    /// Counts the filling of memory.
    pub fn charge_bytes(&mut self, bytes: usize) {
        self.charge(u32::try_from(bytes / BYTES_PER_STEP).unwrap_or(u32::MAX));
    }

    /// Counts bytes of output. The answer is whether they may be printed.
    pub fn charge_output(&mut self, bytes: usize) -> bool {
        match self.output_left.checked_sub(bytes) {
            Some(left) => self.output_left = left,
            None => {
                self.output_left = 0;
                self.stop.get_or_insert(Stop::Output);
            }
        }
        !self.is_stopped()
    }

    pub fn out_of_memory(&mut self) {
        self.stop.get_or_insert(Stop::Memory);
    }

    pub fn out_of_stack(&mut self) {
        self.stop.get_or_insert(Stop::Stack);
    }

    pub fn too_large(&mut self) {
        self.stop.get_or_insert(Stop::Block);
    }

    /// Notices that calls have gone deep. A script that runs out of stack could catch the error and learn how
    /// deep it came, which differs between machines; so half the stack is the limit, and catching does not help.
    pub fn watch_stack(&mut self) {
        let here = 0u8;
        if self.stack_start != 0 && self.stack_start.abs_diff((&raw const here).addr()) > self.stack / 2 {
            self.stop.get_or_insert(Stop::Stack);
        }
    }
}

impl Stop {
    /// What to tell the user.
    pub fn message(self, limits: &Limits) -> String {
        match self {
            Stop::Steps => format!("the script took more than {} steps and was stopped", limits.steps),
            Stop::Memory => {
                format!("the script used more than {} MB of memory and was stopped", limits.memory >> 20)
            }
            Stop::Block => {
                format!(
                    "the script made a string or list of more than {} KB and was stopped",
                    limits.block >> 10
                )
            }
            Stop::Stack => "the functions of the script called one another too deeply".to_string(),
            Stop::Output => {
                format!("the script printed more than {} bytes and was stopped", limits.output)
            }
        }
    }
}
