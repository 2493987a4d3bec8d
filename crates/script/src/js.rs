//! A thin layer over the C interface of QuickJS: values, properties, calls, errors.
//!
//! References are never given back: the memory of a run is wiped as a whole when it ends (see
//! [`crate::arena`]), so a value stays valid until then. The methods are safe to call as long as no value
//! outlives its run, which [`crate::machine`] sees to; no value leaves this crate.

use std::ffi::{CString, c_int};
use std::ptr;

use rquickjs::qjs;

/// A JavaScript value of the present run, or of the snapshot that all runs start from.
pub(crate) type Val = qjs::JSValue;
/// The name of a property, interned.
pub(crate) type Atom = qjs::JSAtom;

/// An exception is pending in the context.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Thrown;

/// A result of running JavaScript.
pub(crate) type Res<T = Val> = Result<T, Thrown>;

/// `undefined`.
pub(crate) const UNDEFINED: Val = qjs::JS_UNDEFINED;
/// `null`.
pub(crate) const NULL: Val = qjs::JS_NULL;

/// The greatest number up to which every whole number has an exact JavaScript number.
pub(crate) const EXACT: i64 = 1 << 53;

/// A JavaScript context that is alive.
#[derive(Clone, Copy)]
pub(crate) struct Js(pub *mut qjs::JSContext);

/// The kinds of values that state and arguments distinguish.
pub(crate) enum Shape {
    Undefined,
    Null,
    Bool(bool),
    Number(f64),
    Text,
    Array,
    Function,
    Object,
    /// A symbol or a big integer.
    Other,
}

// SAFETY of all blocks in this file: the context is alive, and the values belong to it and to the present run
// or the snapshot, as this module's documentation demands.
impl Js {
    fn checked(self, value: Val) -> Res {
        // SAFETY: see above.
        if unsafe { qjs::JS_IsException(value) } { Err(Thrown) } else { Ok(value) }
    }

    fn done(self, code: c_int) -> Res<()> {
        if code < 0 { Err(Thrown) } else { Ok(()) }
    }

    /// Another reference to a value, for functions that take one away.
    pub fn again(self, value: Val) -> Val {
        // SAFETY: see above.
        unsafe { qjs::JS_DupValue(self.0, value) }
    }

    // Making values.

    pub fn text(self, text: &str) -> Res {
        // SAFETY: see above; the text is copied.
        self.checked(unsafe { qjs::JS_NewStringLen(self.0, text.as_ptr().cast(), text.len() as _) })
    }

    pub fn number(self, number: f64) -> Val {
        qjs::JS_NewFloat64(number)
    }

    pub fn int(self, number: i64) -> Val {
        match i32::try_from(number) {
            Ok(small) => qjs::JS_MKVAL(qjs::JS_TAG_INT, small),
            Err(_) => self.number(number as f64),
        }
    }

    pub fn bool(self, truth: bool) -> Val {
        if truth { qjs::JS_TRUE } else { qjs::JS_FALSE }
    }

    pub fn object(self) -> Res {
        // SAFETY: see above.
        self.checked(unsafe { qjs::JS_NewObject(self.0) })
    }

    pub fn array(self, items: &[Val]) -> Res {
        // SAFETY: see above.
        let array = self.checked(unsafe { qjs::JS_NewArray(self.0) })?;
        for (index, &item) in items.iter().enumerate() {
            let flags = qjs::JS_PROP_C_W_E as c_int;
            // SAFETY: see above.
            self.done(unsafe {
                qjs::JS_DefinePropertyValueUint32(self.0, array, index as u32, item, flags)
            })?;
        }
        Ok(array)
    }

    pub fn atom(self, name: &str) -> Res<Atom> {
        // SAFETY: see above; the text is copied.
        let atom = unsafe { qjs::JS_NewAtomLen(self.0, name.as_ptr().cast(), name.len() as _) };
        if atom == 0 { Err(Thrown) } else { Ok(atom) }
    }

    pub fn atom_text(self, atom: Atom) -> Res {
        // SAFETY: see above.
        self.checked(unsafe { qjs::JS_AtomToString(self.0, atom) })
    }

    // Properties.

    /// Defines an ordinary own property, whatever setters the prototypes have. Takes the value's reference.
    pub fn define(self, object: Val, name: Atom, value: Val) -> Res<()> {
        let flags = qjs::JS_PROP_C_W_E as c_int;
        // SAFETY: see above.
        self.done(unsafe { qjs::JS_DefinePropertyValue(self.0, object, name, value, flags) })
    }

    /// Defines an own property that loops over properties do not see.
    pub fn define_hidden(self, object: Val, name: &str, value: Val) -> Res<()> {
        let flags = (qjs::JS_PROP_CONFIGURABLE | qjs::JS_PROP_WRITABLE) as c_int;
        let name = self.atom(name)?;
        // SAFETY: see above.
        self.done(unsafe { qjs::JS_DefinePropertyValue(self.0, object, name, value, flags) })
    }

    /// Defines a property that calls functions when it is read or written.
    pub fn define_accessor(self, object: Val, name: &str, get: Val, set: Val) -> Res<()> {
        let flags = (qjs::JS_PROP_CONFIGURABLE | qjs::JS_PROP_ENUMERABLE) as c_int;
        let name = self.atom(name)?;
        // SAFETY: see above.
        self.done(unsafe { qjs::JS_DefinePropertyGetSet(self.0, object, name, get, set, flags) })
    }

    pub fn get(self, object: Val, name: Atom) -> Res {
        // SAFETY: see above.
        self.checked(unsafe { qjs::JS_GetProperty(self.0, object, name) })
    }

    pub fn get_named(self, object: Val, name: &str) -> Res {
        self.get(object, self.atom(name)?)
    }

    pub fn item(self, array: Val, index: u32) -> Res {
        // SAFETY: see above.
        self.checked(unsafe { qjs::JS_GetPropertyUint32(self.0, array, index) })
    }

    pub fn length(self, array: Val) -> Res<i64> {
        let mut length = 0;
        // SAFETY: see above.
        self.done(unsafe { qjs::JS_GetLength(self.0, array, &mut length) })?;
        Ok(length)
    }

    pub fn delete(self, object: Val, name: &str) -> Res<()> {
        let name = self.atom(name)?;
        // SAFETY: see above.
        self.done(unsafe { qjs::JS_DeleteProperty(self.0, object, name, 0) })
    }

    /// The names of the own properties that loops see, symbols left out.
    pub fn keys(self, object: Val) -> Res<Vec<Atom>> {
        let (mut list, mut length) = (ptr::null_mut(), 0);
        let flags = (qjs::JS_GPN_STRING_MASK | qjs::JS_GPN_ENUM_ONLY) as c_int;
        // SAFETY: see above; on success `list` points to `length` entries.
        unsafe {
            self.done(qjs::JS_GetOwnPropertyNames(self.0, &mut list, &mut length, object, flags))?;
            if length == 0 {
                return Ok(Vec::new());
            }
            Ok(std::slice::from_raw_parts(list, length as usize).iter().map(|entry| entry.atom).collect())
        }
    }

    pub fn prototype(self, object: Val) -> Res {
        // SAFETY: see above.
        self.checked(unsafe { qjs::JS_GetPrototype(self.0, object) })
    }

    pub fn global(self) -> Val {
        // SAFETY: see above.
        unsafe { qjs::JS_GetGlobalObject(self.0) }
    }

    // Looking at values.

    pub fn shape(self, value: Val) -> Shape {
        // SAFETY: see above.
        unsafe {
            if qjs::JS_IsUndefined(value) {
                Shape::Undefined
            } else if qjs::JS_IsNull(value) {
                Shape::Null
            } else if qjs::JS_IsBool(value) {
                Shape::Bool(qjs::JS_VALUE_GET_BOOL(value))
            } else if qjs::JS_IsNumber(value) {
                Shape::Number(self.float(value))
            } else if qjs::JS_IsString(value) {
                Shape::Text
            } else if !qjs::JS_IsObject(value) {
                Shape::Other
            } else if qjs::JS_IsFunction(self.0, value) {
                Shape::Function
            } else if qjs::JS_IsArray(value) {
                Shape::Array
            } else {
                Shape::Object
            }
        }
    }

    fn float(self, value: Val) -> f64 {
        // SAFETY: see above.
        unsafe {
            if qjs::JS_IsInt(value) {
                f64::from(qjs::JS_VALUE_GET_INT(value))
            } else {
                qjs::JS_VALUE_GET_FLOAT64(value)
            }
        }
    }

    /// The whole number that a value is, if it is one that fits 64 bits.
    pub fn as_int(self, value: Val) -> Option<i64> {
        match self.shape(value) {
            Shape::Number(number) => whole(number),
            _ => None,
        }
    }

    pub fn is_function(self, value: Val) -> bool {
        matches!(self.shape(value), Shape::Function)
    }

    pub fn is_undefined(self, value: Val) -> bool {
        matches!(self.shape(value), Shape::Undefined)
    }

    pub fn truthy(self, value: Val) -> bool {
        // SAFETY: see above. Converting to a truth value never throws.
        unsafe { qjs::JS_ToBool(self.0, value) > 0 }
    }

    pub fn is_same(self, a: Val, b: Val) -> bool {
        // SAFETY: see above.
        unsafe { qjs::JS_IsSameValue(self.0, a, b) }
    }

    /// The text of a string; of other values what `String(value)` gives.
    pub fn to_text(self, value: Val) -> Res<String> {
        let mut length = 0;
        // SAFETY: see above; on success the pointer is to `length` bytes.
        unsafe {
            let bytes = qjs::JS_ToCStringLen2(self.0, &mut length, value, false);
            if bytes.is_null() {
                return Err(Thrown);
            }
            let bytes = std::slice::from_raw_parts(bytes.cast::<u8>(), length as usize);
            Ok(String::from_utf8_lossy(bytes).into_owned())
        }
    }

    /// The text of a string, `None` for other values.
    pub fn as_text(self, value: Val) -> Option<String> {
        matches!(self.shape(value), Shape::Text).then(|| self.to_text(value).ok())?
    }

    /// The number a value converts to.
    pub fn to_number(self, value: Val) -> Res<f64> {
        let mut number = 0.0;
        // SAFETY: see above.
        self.done(unsafe { qjs::JS_ToFloat64(self.0, &mut number, value) })?;
        Ok(number)
    }

    pub fn call(self, function: Val, this: Val, arguments: &[Val]) -> Res {
        // SAFETY: see above; QuickJS does not write to the arguments.
        self.checked(unsafe {
            qjs::JS_Call(self.0, function, this, arguments.len() as c_int, arguments.as_ptr().cast_mut())
        })
    }

    // Errors.

    /// Throws an error with a message of ours.
    pub fn fail(self, message: &str) -> Thrown {
        let message = CString::new(message.replace('\0', "")).unwrap_or_default();
        // SAFETY: see above; the format has one string.
        unsafe { qjs::JS_ThrowPlainError(self.0, c"%s".as_ptr(), message.as_ptr()) };
        Thrown
    }

    /// Throws an error that the script cannot catch.
    pub fn stop(self) -> Thrown {
        // SAFETY: see above.
        unsafe {
            qjs::JS_ThrowInternalError(self.0, c"stopped".as_ptr());
            let error = qjs::JS_GetException(self.0);
            qjs::JS_SetUncatchableError(self.0, error);
            qjs::JS_Throw(self.0, error);
        }
        Thrown
    }

    /// The pending exception, which is pending no longer.
    pub fn exception(self) -> Val {
        // SAFETY: see above.
        unsafe { qjs::JS_GetException(self.0) }
    }

    pub fn is_error(self, value: Val) -> bool {
        // SAFETY: see above.
        unsafe { qjs::JS_IsError(value) }
    }
}

/// A number without a fraction that fits 64 bits.
pub(crate) fn whole(number: f64) -> Option<i64> {
    // 2^63 itself does not fit.
    (number.fract() == 0.0 && (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&number))
        .then_some(number as i64)
}
