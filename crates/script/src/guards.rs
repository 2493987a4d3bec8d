//! Built-in functions that work through much data in one call: they are wrapped so that they count what they cost.
//!
//! QuickJS asks whether to go on at each turn of a loop and each call of a function, but not within most built-in
//! functions. A search in a long text or the reversal of a list with four thousand million holes would be one step. The
//! wrappers look at the data first, count steps for it, and only then let the function work.

use std::ffi::c_int;

use rquickjs::qjs;

use crate::js::{Js, Res, Shape, Thrown, UNDEFINED, Val};

/// What a call of a function costs beyond one step.
#[derive(Clone, Copy)]
enum Cost {
    /// By the length of the list it is called on.
    List,
    /// By the lengths of the list it is called on and of its arguments.
    Lists,
    /// By the length of the list it is called on and of the lists in it.
    Nested,
    /// As a map and a flattening of what that gives.
    NestedMap,
    /// By the length of the list it is called on, for sorting.
    Sort,
    /// By the length of the text it is called on.
    Text,
    /// By the lengths of the text it is called on and the text it looks for, multiplied.
    Search,
    /// As a search in the text that is its first argument.
    Exec,
    /// By the length of its first argument.
    Argument,
    /// By the length of the text it makes.
    Answer,
    /// Always the same.
    Steps(u32),
}

use Cost::{Answer, Argument, Exec, List, Lists, Nested, NestedMap, Search, Sort, Steps, Text};

const GUARDED: &[(&str, Cost, &[&str])] = &[
    (
        "Array.prototype",
        List,
        &[
            "copyWithin",
            "entries",
            "every",
            "fill",
            "filter",
            "find",
            "findIndex",
            "findLast",
            "findLastIndex",
            "forEach",
            "includes",
            "indexOf",
            "join",
            "keys",
            "lastIndexOf",
            "map",
            "reduce",
            "reduceRight",
            "reverse",
            "shift",
            "slice",
            "some",
            "splice",
            "toLocaleString",
            "toReversed",
            "toSpliced",
            "toString",
            "unshift",
            "values",
            "with",
        ],
    ),
    ("Array.prototype", Lists, &["concat"]),
    ("Array.prototype", Nested, &["flat"]),
    ("Array.prototype", NestedMap, &["flatMap"]),
    ("Array.prototype", Sort, &["sort", "toSorted"]),
    ("Array", Argument, &["from"]),
    (
        "String.prototype",
        Search,
        &[
            "includes",
            "indexOf",
            "lastIndexOf",
            "match",
            "matchAll",
            "replace",
            "replaceAll",
            "search",
            "split",
        ],
    ),
    (
        "String.prototype",
        Text,
        &[
            "endsWith",
            "isWellFormed",
            "localeCompare",
            "normalize",
            "startsWith",
            "toLocaleLowerCase",
            "toLocaleUpperCase",
            "toLowerCase",
            "toUpperCase",
            "toWellFormed",
            "trim",
            "trimEnd",
            "trimStart",
        ],
    ),
    ("RegExp.prototype", Exec, &["exec"]),
    ("JSON", Argument, &["parse"]),
    ("JSON", Answer, &["stringify"]),
    (
        "Object",
        Steps(100),
        &[
            "assign",
            "defineProperties",
            "entries",
            "freeze",
            "fromEntries",
            "getOwnPropertyDescriptors",
            "getOwnPropertyNames",
            "getOwnPropertySymbols",
            "isFrozen",
            "isSealed",
            "keys",
            "seal",
            "values",
        ],
    ),
    ("Number.prototype", Steps(20), &["toExponential", "toFixed", "toPrecision", "toString"]),
    (
        "Set.prototype",
        Steps(200),
        &[
            "difference",
            "intersection",
            "isDisjointFrom",
            "isSubsetOf",
            "isSupersetOf",
            "symmetricDifference",
            "union",
        ],
    ),
];

/// Wraps the functions of the table.
pub(crate) fn install(js: Js) -> Res<()> {
    for (row, (owner, _, names)) in GUARDED.iter().enumerate() {
        let owner = js.evaluate(owner, c"cage", 0)?;
        for name in *names {
            let original = js.get_named(owner, name)?;
            if !js.is_function(original) {
                continue;
            }
            let arity = js.as_int(js.get_named(original, "length")?).unwrap_or(0);
            let mut data = [original];
            // SAFETY: the context is alive; the data is copied with references of its own.
            let wrapper = unsafe {
                qjs::JS_NewCFunctionData(
                    js.0,
                    Some(enter),
                    arity as c_int,
                    row as c_int,
                    1,
                    data.as_mut_ptr(),
                )
            };
            js.define_name(wrapper, name)?;
            js.define_hidden(owner, name, wrapper)?;
        }
    }
    // `drop` would skip the holes of a list in one step, `raw` works on anything with a length.
    js.evaluate(
        "Object.defineProperty(Array.prototype, Symbol.iterator, \
             { value: Array.prototype.values, writable: true, configurable: true, enumerable: false }); \
         delete Iterator.prototype.drop; delete String.raw",
        c"cage",
        0,
    )?;
    Ok(())
}

impl Js {
    fn define_name(self, function: Val, name: &str) -> Res<()> {
        let (atom, text) = (self.atom("name")?, self.text(name)?);
        // SAFETY: the context is alive and takes the text's reference.
        let code = unsafe {
            qjs::JS_DefinePropertyValue(self.0, function, atom, text, qjs::JS_PROP_CONFIGURABLE as c_int)
        };
        if code < 0 { Err(Thrown) } else { Ok(()) }
    }
}

unsafe extern "C" fn enter(
    context: *mut qjs::JSContext,
    this: Val,
    count: c_int,
    arguments: *mut Val,
    row: c_int,
    data: *mut Val,
) -> Val {
    let count = usize::try_from(count).unwrap_or(0);
    // SAFETY: QuickJS passes a pointer to so many values, and one value of data.
    let (arguments, original) = unsafe {
        let arguments = if count == 0 { &[] } else { std::slice::from_raw_parts(arguments, count) };
        (arguments, *data)
    };
    let js = Js(context);
    guarded(js, GUARDED[row as usize].1, this, arguments, original).unwrap_or_else(|Thrown| {
        // These functions can call themselves without a trace that the allocator would see.
        let error = js.exception();
        let out_of_stack = js.is_error(error)
            && js
                .get_named(error, "message")
                .is_ok_and(|text| js.as_text(text).as_deref() == Some(STACK_MESSAGE));
        if out_of_stack {
            js.stop_for_stack();
        }
        // SAFETY: the context is alive and takes the reference.
        unsafe { qjs::JS_Throw(js.0, error) }
    })
}

/// What QuickJS says when the stack is used up.
pub(crate) const STACK_MESSAGE: &str = "Maximum call stack size exceeded";

fn guarded(js: Js, cost: Cost, this: Val, arguments: &[Val], original: Val) -> Res {
    let first = arguments.first().copied().unwrap_or(UNDEFINED);
    match cost {
        List => {
            charge_length(js, list_length(js, this)?, 4)?;
            js.call(original, this, arguments)
        }
        Lists => {
            charge_length(js, list_length(js, this)?, 4)?;
            for &argument in arguments {
                charge_length(js, list_length(js, argument)?, 4)?;
            }
            js.call(original, this, arguments)
        }
        Nested => {
            let depth = if js.is_undefined(first) { 1.0 } else { js.to_number(first)? };
            charge_nested(js, this, depth, 0)?;
            js.call(original, this, &[js.number(depth)])
        }
        NestedMap => {
            let lists = js.prototype(js.array(&[])?)?;
            let mapped = js.call(js.get_named(lists, "map")?, this, arguments)?;
            js.call(js.get_named(lists, "flat")?, mapped, &[])
        }
        Sort => {
            charge_length(js, list_length(js, this)?, 1)?;
            js.call(original, this, arguments)
        }
        Text | Search => {
            // Converted here once: a converter of the script's could give something else the next time.
            let this = text(js, this)?;
            let length = js.length(this)?;
            let mut arguments = arguments.to_vec();
            let needle = match (cost, js.shape(first)) {
                (Search, Shape::Object | Shape::Array | Shape::Function) if !is_regexp(first) => {
                    arguments[0] = js.text(&js.to_text(first)?)?;
                    js.length(arguments[0])?
                }
                (Search, Shape::Text) => js.length(first)?,
                _ => 1,
            };
            charge_length(js, length.saturating_mul(needle.clamp(1, length.max(1))), 64)?;
            js.call(original, this, &arguments)
        }
        Exec => {
            let subject = text(js, first)?;
            js.charge(20)?;
            charge_length(js, js.length(subject)?, 4)?;
            js.call(original, this, &[subject])
        }
        Argument => {
            let length = match js.shape(first) {
                Shape::Text => js.length(first)?,
                Shape::Array | Shape::Object => list_length(js, first).or_else(|Thrown| {
                    js.exception();
                    Ok(0)
                })?,
                _ => 0,
            };
            charge_length(js, length, 4)?;
            js.call(original, this, arguments)
        }
        Answer => {
            let answer = js.call(original, this, arguments)?;
            if let Shape::Text = js.shape(answer) {
                charge_length(js, js.length(answer)?, 4)?;
            }
            Ok(answer)
        }
        Steps(steps) => {
            js.charge(steps)?;
            js.call(original, this, arguments)
        }
    }
}

/// Charges for the length of a list and of the lists in it, down to a depth.
fn charge_nested(js: Js, list: Val, depth: f64, level: u32) -> Res<()> {
    if level > 64 {
        return Err(js.fail("these lists are nested too deeply"));
    }
    let length = list_length(js, list)?;
    charge_length(js, length, 1)?;
    if depth >= 1.0 {
        for index in 0..u32::try_from(length).unwrap_or(0) {
            let item = js.item(list, index)?;
            if let Shape::Array = js.shape(item) {
                charge_nested(js, item, depth - 1.0, level + 1)?;
            }
        }
    }
    Ok(())
}

fn charge_length(js: Js, length: i64, per_step: i64) -> Res<()> {
    js.charge(u32::try_from(length / per_step).unwrap_or(u32::MAX))
}

/// The text of a value, converted as the built-in functions do.
fn text(js: Js, value: Val) -> Res {
    match js.shape(value) {
        Shape::Text => Ok(value),
        Shape::Undefined | Shape::Null => Err(js.fail("there is no text here")),
        _ => js.text(&js.to_text(value)?),
    }
}

/// The length of a list, or of something with a fixed length that list functions can work on.
fn list_length(js: Js, value: Val) -> Res<i64> {
    match js.shape(value) {
        Shape::Array | Shape::Text => js.length(value),
        Shape::Object if !has_accessor_length(js, value)? => js.length(value),
        Shape::Object => Err(js.fail("list functions work on lists, not on things that only look like one")),
        _ => Ok(0),
    }
}

/// Whether the length of an object is computed when it is asked for, so that it can differ each time.
fn has_accessor_length(js: Js, object: Val) -> Res<bool> {
    let name = js.atom("length")?;
    let mut descriptor =
        qjs::JSPropertyDescriptor { flags: 0, value: UNDEFINED, getter: UNDEFINED, setter: UNDEFINED };
    // SAFETY: the context is alive, the value is an object.
    let found = unsafe { qjs::JS_GetOwnProperty(js.0, &mut descriptor, object, name) };
    match found {
        code if code < 0 => Err(Thrown),
        0 => Ok(true), // Inherited, or not there: then there is nothing to work on either.
        _ => {
            let computed = descriptor.flags & qjs::JS_PROP_GETSET as c_int != 0;
            Ok(computed || !matches!(js.shape(descriptor.value), Shape::Number(_)))
        }
    }
}

fn is_regexp(value: Val) -> bool {
    // SAFETY: any value may be looked at.
    unsafe { qjs::JS_IsRegExp(value) }
}
