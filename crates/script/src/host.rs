//! The script engine as the rules see it: games with their scripts, and machines to run them on.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use nightrider_engine::expr::Datum;
use nightrider_engine::script::{
    Occasion, ScriptEngine, ScriptFault, ScriptHost, ScriptProfile, ScriptWorld,
};
use nightrider_model::{Action, Event, Expr, PieceType, Variant};

use crate::limits::Limits;
use crate::machine::Machine;
use crate::powers::Powers;
use crate::setup_world::SetupWorld;

/// The script engine: QuickJS in a cage.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuickJs {
    /// How much scripts may use.
    pub limits: Limits,
}

/// The scripts of one game.
struct Scripts {
    variant: Variant,
    functions: Vec<String>,
    limits: Limits,
    profile: ScriptProfile,
    /// Machines that are not running, all alike. A thread takes one for a run and puts it back.
    idle: Mutex<Vec<Machine>>,
}

impl ScriptEngine for QuickJs {
    fn load(&self, variant: &Variant) -> Result<Arc<dyn ScriptHost>, ScriptFault> {
        let functions = called_functions(variant);
        let machine = Machine::new(variant, &functions, self.limits, &mut SetupWorld::new(variant))?;
        let handlers: Vec<Event> = machine.handlers().collect();
        Ok(Arc::new(Scripts {
            variant: variant.clone(),
            functions,
            limits: self.limits,
            profile: Powers::of(&variant.scripts).profile(handlers),
            idle: Mutex::new(vec![machine]),
        }))
    }
}

thread_local! {
    /// How many scripts of this thread are running within one another: a script asks whether a king is
    /// attacked, a condition of a pattern calls a function of a script, and so on.
    static NESTED: Cell<u32> = const { Cell::new(0) };
}

/// How deep scripts may run within one another.
const MAX_NESTED: u32 = 3;

impl Scripts {
    /// Does something with a machine of its own.
    fn with_machine<T>(
        &self,
        act: impl FnOnce(&mut Machine) -> Result<T, ScriptFault>,
    ) -> Result<T, ScriptFault> {
        if NESTED.get() >= MAX_NESTED {
            let message = "a script asks a question whose answer needs the script itself, without end";
            return Err(ScriptFault { message: message.to_string(), place: None });
        }
        let idle = self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).pop();
        let mut machine = match idle {
            Some(machine) => machine,
            None => {
                let mut world = SetupWorld::new(&self.variant);
                Machine::new(&self.variant, &self.functions, self.limits, &mut world)?
            }
        };
        NESTED.set(NESTED.get() + 1);
        let result = act(&mut machine);
        NESTED.set(NESTED.get() - 1);
        self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).push(machine);
        result
    }
}

impl ScriptHost for Scripts {
    fn profile(&self) -> &ScriptProfile {
        &self.profile
    }

    fn begin(&self, world: &mut dyn ScriptWorld) -> Result<(), ScriptFault> {
        self.with_machine(|machine| machine.begin(world))
    }

    fn handle(
        &self,
        handler: usize,
        occasion: &Occasion,
        world: &mut dyn ScriptWorld,
    ) -> Result<(), ScriptFault> {
        self.with_machine(|machine| machine.handle(handler, occasion, world))
    }

    fn call(
        &self,
        function: &str,
        arguments: &[Datum],
        world: &mut dyn ScriptWorld,
    ) -> Result<Datum, ScriptFault> {
        self.with_machine(|machine| machine.call(function, arguments, world))
    }

    fn status(&self, world: &mut dyn ScriptWorld) -> Option<String> {
        self.with_machine(|machine| Ok(machine.status(world))).ok().flatten()
    }
}

/// The functions that triggers, conditions and patterns of a game call, without duplicates.
pub(crate) fn called_functions(variant: &Variant) -> Vec<String> {
    let mut names = BTreeSet::new();
    for body in variant.triggers.iter().map(|t| &t.body).chain(variant.actions.iter().map(|a| &a.body)) {
        body.iter().for_each(|action| {
            action.walk(&mut |part| {
                if let Action::ScriptCall(name, _) = part {
                    names.insert(name.clone());
                }
            });
        });
    }
    let mut note = |expr: &Expr| {
        if let Expr::ScriptCall(name, _) = expr {
            names.insert(name.clone());
        }
    };
    variant.triggers.iter().for_each(|trigger| trigger.walk_exprs(&mut note));
    let actions = variant.actions.iter().flat_map(|action| &action.body);
    actions.for_each(|action| action.walk_exprs(&mut note));
    variant.victory.iter().chain(&variant.draw).for_each(|condition| condition.expr.walk(&mut note));
    let patterns = variant.pieces.iter().flat_map(PieceType::patterns);
    patterns.for_each(|pattern| pattern.walk_exprs(&mut note));
    names.into_iter().collect()
}
