//! One JavaScript machine: a runtime in an arena, brought back to the same state before every run.

use std::ffi::{CString, c_int, c_void};
use std::ptr::NonNull;

use nightrider_engine::expr::Datum;
use nightrider_engine::script::{Occasion, ScriptFault, ScriptPlace, ScriptWorld};
use nightrider_model::{Event, Script, Variant};
use rquickjs::qjs;

use crate::arena::{Arena, Snapshot};
use crate::check::has_big_integers;
use crate::js::{Js, Res, UNDEFINED, Val};
use crate::limits::Limits;
use crate::meter::{STEPS_PER_REPORT, Stop};
use crate::powers::Powers;
use crate::stage::{Moment, Stage};
use crate::{api, cage, guards, state};

/// A runtime with the scripts of one game.
pub(crate) struct Machine {
    // Pointers, not boxes: QuickJS holds the same pointers and uses them while we do not.
    arena: NonNull<Arena>,
    stage: NonNull<Stage>,
    runtime: *mut qjs::JSRuntime,
    js: Js,
    limits: Limits,
    /// What each step costs because of the script itself.
    weight: u32,
    scripts: Vec<Script>,
    /// The API is there, the scripts have not run.
    furnished: Snapshot,
    /// The bodies have run.
    ready: Snapshot,
    handlers: Vec<(Event, Val)>,
    functions: Vec<(String, Val)>,
}

// SAFETY: a machine owns its arena and stage alone, QuickJS keeps no thread-local state, and the limit of the
// stack is set anew for each run.
unsafe impl Send for Machine {}

impl Machine {
    /// A machine in which the bodies of the scripts have run, in the given world. `functions` names the
    /// functions that triggers and conditions call.
    pub fn new(
        variant: &Variant,
        functions: &[String],
        limits: Limits,
        world: &mut dyn ScriptWorld,
    ) -> Result<Machine, ScriptFault> {
        let mut machine = Machine::furnished(variant, limits)?;
        machine.begin(world)?;
        machine.handlers = machine.js.stage(|stage| std::mem::take(&mut stage.handlers));
        for name in functions {
            let function = machine.function_named(name)?;
            machine.functions.push((name.clone(), function));
        }
        machine.settle()?;
        // SAFETY: no borrow of the arena is alive.
        let arena = unsafe { machine.arena.as_ref() };
        machine.weight += (arena.grown() / WEIGHING) as u32;
        machine.ready = arena.snapshot();
        Ok(machine)
    }

    /// Brings the machine to [`FIRST_REPORT`] steps before the next report. QuickJS cannot be told when to report, but
    /// a snapshot holds its counter like everything else.
    fn settle(&mut self) -> Result<(), ScriptFault> {
        let nothing = self.js.evaluate("(() => {})", c"cage", 0).map_err(|_| self.fault())?;
        // SAFETY: only a number is read, between calls.
        let reports = |machine: &Machine| unsafe { machine.arena.as_ref() }.meter.reports;
        let (before, mut steps) = (reports(self), 0);
        while reports(self) == before || steps < STEPS_PER_REPORT - FIRST_REPORT {
            steps = if reports(self) == before { 0 } else { steps + 1 };
            self.js.call(nothing, UNDEFINED, &[]).map_err(|_| self.fault())?;
        }
        Ok(())
    }

    /// A machine with the API but without the scripts.
    fn furnished(variant: &Variant, limits: Limits) -> Result<Machine, ScriptFault> {
        let no_memory = || fault("there is not enough memory to run scripts");
        let total: usize = variant.scripts.iter().map(|script| script.source.len()).sum();
        if total > limits.source {
            return Err(fault(&format!(
                "the scripts of a game can have {} KB of text; these have {}",
                limits.source >> 10,
                total.div_ceil(1024)
            )));
        }
        if variant.scripts.iter().any(|script| has_big_integers(&script.source)) {
            return Err(fault("scripts have no big integers; write numbers without an `n` at their end"));
        }
        let arena = Arena::new(limits.memory, crate::meter::Meter::new(&limits)).ok_or_else(no_memory)?;
        let arena = NonNull::from(Box::leak(arena));
        // SAFETY: the functions are the arena's own; the arena outlives the runtime.
        let runtime = unsafe { qjs::JS_NewRuntime2(&Arena::FUNCTIONS, arena.as_ptr().cast()) };
        if runtime.is_null() {
            // SAFETY: leaked above, and nobody else has it.
            drop(unsafe { Box::from_raw(arena.as_ptr()) });
            return Err(no_memory());
        }
        // SAFETY: the runtime is alive; the interrupt handler gets the arena, which outlives it.
        let context = unsafe {
            qjs::JS_SetMaxStackSize(runtime, limits.stack as _);
            qjs::JS_UpdateStackTop(runtime);
            qjs::JS_SetGCThreshold(runtime, (limits.memory / 4) as _);
            qjs::JS_SetInterruptHandler(runtime, Some(interrupt), arena.as_ptr().cast());
            qjs::JS_NewContextRaw(runtime)
        };
        let js = Js(context);
        let names = (!context.is_null()).then(|| {
            cage::furnish(js)?;
            let names = api::install(js, runtime, variant)?;
            cage::strip(js)?;
            guards::install(js)?;
            Ok::<_, crate::js::Thrown>(names)
        });
        let Some(Ok(names)) = names else {
            // SAFETY: as above; the runtime goes with its memory.
            drop(unsafe { Box::from_raw(arena.as_ptr()) });
            return Err(no_memory());
        };
        let stage = Stage::new(arena, names, Powers::of(&variant.scripts), limits.state);
        let stage = NonNull::from(Box::leak(Box::new(stage)));
        // SAFETY: the context is alive, and the stage outlives it.
        unsafe { qjs::JS_SetContextOpaque(context, stage.as_ptr().cast()) };
        let mut machine = Machine {
            arena,
            stage,
            runtime,
            js,
            limits,
            weight: 1 + (total / SOURCE_WEIGHING) as u32,
            scripts: variant.scripts.clone(),
            ready: Snapshot::empty(),
            furnished: Snapshot::empty(),
            handlers: Vec::new(),
            functions: Vec::new(),
        };
        machine.settle()?;
        // SAFETY: no borrow of the arena is alive.
        machine.furnished = unsafe { machine.arena.as_ref() }.snapshot();
        Ok(machine)
    }

    /// The events that handlers listen to, in order of registration.
    pub fn handlers(&self) -> impl Iterator<Item = Event> + '_ {
        self.handlers.iter().map(|&(event, _)| event)
    }

    /// Runs the bodies again, for their effects on the world alone.
    pub fn begin(&mut self, world: &mut dyn ScriptWorld) -> Result<(), ScriptFault> {
        self.run(Start::Furnished, Moment::Body, world, |machine| machine.run_bodies())
    }

    /// Runs a handler.
    pub fn handle(
        &mut self,
        handler: usize,
        occasion: &Occasion,
        world: &mut dyn ScriptWorld,
    ) -> Result<(), ScriptFault> {
        let Some(&(_, function)) = self.handlers.get(handler) else { return Ok(()) };
        self.run(Start::Ready, Moment::Play, world, |machine| {
            let js = machine.js;
            let event = api::event_object(js, occasion)?;
            let answer = js.call(function, UNDEFINED, &[event])?;
            machine.refuse_promise(answer)
        })
    }

    /// Calls a function that a script declares.
    pub fn call(
        &mut self,
        name: &str,
        arguments: &[Datum],
        world: &mut dyn ScriptWorld,
    ) -> Result<Datum, ScriptFault> {
        let Some(&(_, function)) = self.functions.iter().find(|(known, _)| known == name) else {
            return Err(fault(&format!("no script declares a function `{name}`")));
        };
        self.run(Start::Ready, Moment::Play, world, |machine| {
            let js = machine.js;
            let arguments: Res<Vec<Val>> =
                arguments.iter().map(|argument| api::from_datum(js, argument)).collect();
            let answer = js.call(function, UNDEFINED, &arguments?)?;
            machine.refuse_promise(answer)?;
            state::write_back(js)?;
            api::to_datum(js, answer)
        })
    }

    /// The line of a replaced `game.getStatus`.
    pub fn status(&mut self, world: &mut dyn ScriptWorld) -> Option<String> {
        self.run(Start::Ready, Moment::Play, world, |machine| api::status(machine.js)).ok().flatten()
    }

    /// Reads a script without running it.
    pub fn compile(variant: &Variant, script: usize, limits: Limits) -> Result<(), ScriptFault> {
        let mut machine = Machine::furnished(variant, limits)?;
        machine.prepare(Start::Furnished);
        let flags = qjs::JS_EVAL_TYPE_GLOBAL | qjs::JS_EVAL_FLAG_COMPILE_ONLY;
        machine.evaluate(script, flags).map(|_| ()).map_err(|_| machine.fault())
    }

    fn run_bodies(&mut self) -> Res<()> {
        for number in 0..self.scripts.len() {
            self.evaluate(number, qjs::JS_EVAL_TYPE_GLOBAL)?;
        }
        Ok(())
    }

    fn evaluate(&self, number: usize, flags: u32) -> Res {
        let name = CString::new(format!("{FILE}{number}")).unwrap_or_default();
        self.js.evaluate(&self.scripts[number].source, &name, flags)
    }

    /// The function with a name, however it is declared.
    fn function_named(&mut self, name: &str) -> Result<Val, ScriptFault> {
        let missing = || fault(&format!("no script declares a function `{name}`"));
        if !name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            return Err(missing());
        }
        let probe = format!("typeof {name} === 'function' ? {name} : undefined");
        match self.js.evaluate(&probe, c"functions", qjs::JS_EVAL_TYPE_GLOBAL) {
            Ok(function) if self.js.is_function(function) => Ok(function),
            _ => Err(missing()),
        }
    }

    /// Brings everything back to where runs start.
    fn prepare(&mut self, start: Start) {
        let snapshot = match start {
            Start::Furnished => &self.furnished,
            Start::Ready => &self.ready,
        };
        // SAFETY: QuickJS is not running, so it holds no pointer into the arena outside the arena, and no borrow of
        // the arena is alive. All values made since are given up here.
        unsafe {
            let arena = self.arena.as_mut();
            arena.restore(snapshot);
            arena.meter.start(&self.limits, self.weight);
            arena.block_limit = match start {
                Start::Ready => self.limits.block,
                // Reading the text takes blocks of several times its size.
                Start::Furnished => self.limits.block.max(8 * self.limits.source),
            };
            qjs::JS_UpdateStackTop(self.runtime);
        }
    }

    /// Runs something from the same start as always, under the limits.
    fn run<T>(
        &mut self,
        start: Start,
        moment: Moment,
        world: &mut dyn ScriptWorld,
        act: impl FnOnce(&mut Machine) -> Res<T>,
    ) -> Result<T, ScriptFault> {
        self.prepare(start);
        // SAFETY: closed again below, while `world` is still borrowed.
        self.js.stage(|stage| unsafe { stage.open(world, moment) });
        let result = act(self).and_then(|answer| state::write_back(self.js).map(|()| answer));
        let result = match result {
            Ok(answer) => match self.unfinished() {
                None => Ok(answer),
                Some(fault) => Err(fault),
            },
            Err(_) => Err(self.fault()),
        };
        self.js.stage(Stage::close);
        result
    }

    /// What forbids to accept a run that ended without an error.
    fn unfinished(&self) -> Option<ScriptFault> {
        // SAFETY: QuickJS is not running and no borrow is alive.
        if let Some(stop) = unsafe { self.arena.as_ref() }.meter.stop() {
            return Some(fault(&stop.message(&self.limits)));
        }
        // SAFETY: the runtime is alive.
        unsafe { qjs::JS_IsJobPending(self.runtime) }.then(|| fault(WAITING))
    }

    fn refuse_promise(&self, answer: Val) -> Res<()> {
        // SAFETY: the context is alive; other values than promises answer a negative number.
        let state = unsafe { qjs::JS_PromiseState(self.js.0, answer) };
        if state as c_int >= 0 { Err(self.js.fail(WAITING)) } else { Ok(()) }
    }

    /// The fault that the pending exception and the meter tell of.
    fn fault(&mut self) -> ScriptFault {
        let error = self.js.exception();
        // SAFETY: QuickJS is not running and no borrow is alive.
        let stop = unsafe { self.arena.as_ref() }.meter.stop();
        let trace = |js: Js| js.as_text(js.get_named(error, "stack").ok()?);
        let place =
            self.js.is_error(error).then(|| trace(self.js)).flatten().and_then(|trace| self.place(&trace));
        let message = match stop {
            Some(stop) => stop.message(&self.limits),
            None => self.describe(error),
        };
        ScriptFault { message, place }
    }

    /// An exception in words.
    fn describe(&self, error: Val) -> String {
        let js = self.js;
        let property = |name| js.get_named(error, name).ok().and_then(|value| js.as_text(value));
        let words = if js.is_error(error) {
            let (name, message) = (property("name"), property("message").unwrap_or_default());
            match name.as_deref() {
                None | Some("" | "Error") => message,
                Some("InternalError") if message == "interrupted" => "the script was stopped".to_string(),
                Some("RangeError") if message == guards::STACK_MESSAGE => Stop::Stack.message(&self.limits),
                Some(name) => format!("{name}: {message}"),
            }
        } else {
            js.to_text(error)
                .map_or_else(|_| "something was thrown".to_string(), |text| format!("threw {text}"))
        };
        let words: String = words.chars().take(300).collect();
        if words.is_empty() { "an error without a message".to_string() } else { words }
    }

    /// The innermost place of a stack trace that lies in a script, as a place of its file.
    fn place(&self, trace: &str) -> Option<ScriptPlace> {
        let (script, line, column) = trace.lines().find_map(|entry| {
            let at = entry.find(FILE)?;
            let mut numbers = entry[at + FILE.len()..].trim_end_matches(')').split(':');
            let script: usize = numbers.next()?.parse().ok()?;
            let line: u32 = numbers.next()?.parse().ok()?;
            let column: u32 = numbers.next()?.parse().ok()?;
            Some((self.scripts.get(script)?, line, column))
        })?;
        Some(place_in_file(script, line, column_in_characters(&script.source, line, column)))
    }
}

/// A place of a script's text as a place of its file. Columns are in characters.
pub(crate) fn place_in_file(script: &Script, line: u32, column: u32) -> ScriptPlace {
    let column = if line <= 1 { column + script.column - 1 } else { column };
    ScriptPlace { file: script.file.clone(), line: line + script.line - 1, column }
}

/// QuickJS counts columns in bytes.
fn column_in_characters(source: &str, line: u32, column: u32) -> u32 {
    let text = source.split('\n').nth(line.saturating_sub(1) as usize).unwrap_or("");
    let before = text.char_indices().take_while(|&(at, _)| at + 1 < column as usize).count() as u32;
    // Behind the end of the line bytes and characters are the same again.
    before + 1 + (column as usize - 1).saturating_sub(text.len()) as u32
}

/// The name under which a script with a number is compiled.
const FILE: &str = "script#";

const WAITING: &str =
    "the script left something waiting (async, await or a promise); nothing waits in a script";

/// Steps from the start of a run to the first report.
const FIRST_REPORT: u32 = 500;
/// Bytes of the script's own data that make each step cost one more.
const WEIGHING: usize = 64 << 10;
/// Bytes of the script's text that make each step cost one more.
const SOURCE_WEIGHING: usize = 16 << 10;

/// Where a run starts from.
#[derive(Clone, Copy)]
enum Start {
    Furnished,
    Ready,
}

fn fault(message: &str) -> ScriptFault {
    ScriptFault { message: message.to_string(), place: None }
}

/// QuickJS asks now and then whether to go on.
unsafe extern "C" fn interrupt(_runtime: *mut qjs::JSRuntime, arena: *mut c_void) -> c_int {
    // SAFETY: the pointer is the machine's arena; no other borrow is alive while QuickJS asks.
    let arena = unsafe { &mut *arena.cast::<Arena>() };
    arena.meter.watch_stack();
    let grown = arena.grown();
    c_int::from(arena.meter.report(grown))
}

impl Drop for Machine {
    fn drop(&mut self) {
        // The runtime is not freed piece by piece: all of it is in the arena.
        // SAFETY: both were leaked from boxes when the machine was made, and it is the only owner.
        unsafe {
            drop(Box::from_raw(self.stage.as_ptr()));
            drop(Box::from_raw(self.arena.as_ptr()));
        }
    }
}
