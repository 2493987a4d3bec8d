//! The cage: which of JavaScript's own globals a script finds, and what the dangerous ones are replaced by.
//!
//! A script finds the language's data types and their functions: objects, arrays, strings, numbers, maps and sets,
//! regular expressions, `JSON`, `Math`. Dates, proxies, big integers, typed arrays, weak references, modules and
//! timers do not exist. Code cannot be made from text: `eval`, `Function` and the hidden constructors of
//! the other kinds of functions are taken away. Promises exist because the syntax of QuickJS needs them, but nothing
//! ever runs their jobs, and a handler that leaves one waiting is a fault.

use rquickjs::qjs;

use crate::js::{Js, Res, Thrown, UNDEFINED, Val};

/// Adds the built-in objects that a script may use to a raw context.
pub(crate) fn furnish(js: Js) -> Res<()> {
    // SAFETY: the context is alive and has no intrinsics yet.
    let failed = unsafe {
        qjs::JS_AddIntrinsicBaseObjects(js.0) < 0
            || qjs::JS_AddIntrinsicEval(js.0) < 0
            || qjs::JS_AddIntrinsicRegExp(js.0) < 0
            || qjs::JS_AddIntrinsicJSON(js.0) < 0
            || qjs::JS_AddIntrinsicMapSet(js.0) < 0
            || qjs::JS_AddIntrinsicPromise(js.0) < 0
    };
    if failed { Err(Thrown) } else { Ok(()) }
}

/// Takes away what a script must not have. Compiling the script's own text goes on to work.
pub(crate) fn strip(js: Js) -> Res<()> {
    let global = js.global();
    for sample in
        ["(function () {})", "(function* () {})", "(async function () {})", "(async function* () {})"]
    {
        let sample = js.evaluate(sample, c"cage", 0)?;
        js.delete(js.prototype(sample)?, "constructor")?;
    }
    // Long traces take memory that the allocator sees, at the depth where the error is made: so it notices that a script
    // has run out of stack even if the script catches the error (see `Meter::watch_stack`).
    js.evaluate(
        "Error.stackTraceLimit = 40; \
         for (const name of ['stackTraceLimit', 'prepareStackTrace']) { \
             const { get } = Object.getOwnPropertyDescriptor(Error, name); \
             Object.defineProperty(Error, name, { get, set: undefined, configurable: false }); \
         }",
        c"cage",
        0,
    )?;
    for key in js.own_names(global)? {
        if !KEPT.contains(&key.as_str()) {
            js.delete(global, &key)?;
        }
    }
    Ok(())
}

/// The names that stay on the global object.
const KEPT: &[&str] = &[
    "AggregateError",
    "Array",
    "Boolean",
    "Error",
    "EvalError",
    "Infinity",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "RangeError",
    "ReferenceError",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "SyntaxError",
    "TypeError",
    "URIError",
    "WeakMap",
    "WeakSet",
    "globalThis",
    "isFinite",
    "isNaN",
    "parseFloat",
    "parseInt",
    "undefined",
    // Ours.
    "board",
    "console",
    "distance",
    "game",
    "getRay",
    "isValidPos",
    "parseSquare",
    "toSquare",
];

impl Js {
    /// The names of all own properties, hidden ones included.
    fn own_names(self, object: Val) -> Res<Vec<String>> {
        let sample = self.evaluate("Object.getOwnPropertyNames", c"cage", 0)?;
        let names = self.call(sample, UNDEFINED, &[object])?;
        (0..self.length(names)? as u32).map(|index| self.to_text(self.item(names, index)?)).collect()
    }

    /// Runs a text as a script of its own.
    pub fn evaluate(self, source: &str, name: &std::ffi::CStr, flags: u32) -> Res {
        let Ok(text) = std::ffi::CString::new(source) else {
            return Err(self.fail("the script contains a NUL character"));
        };
        // SAFETY: the context is alive; text and name end with NUL and live as long as the call.
        let value = unsafe {
            qjs::JS_Eval(self.0, text.as_ptr(), source.len() as _, name.as_ptr(), flags as std::ffi::c_int)
        };
        // SAFETY: any value may be looked at.
        if unsafe { qjs::JS_IsException(value) } { Err(Thrown) } else { Ok(value) }
    }
}
