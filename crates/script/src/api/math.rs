//! `Math`: random numbers from the game, and functions that give the same digits on every machine.
//!
//! The functions of a platform's own mathematics library differ in the last digit from one platform to the
//! next; these are computed in Rust and do not.

use crate::js::{Js, Res, Val};

/// A number from 0 up to 1, drawn from the game's generator.
pub(super) fn random(js: Js, _this: Val, _arguments: &[Val]) -> Res {
    let bits = js.world(|world| world.random())?;
    Ok(js.number((bits >> 11) as f64 * 2f64.powi(-53)))
}

macro_rules! functions {
    ($($name:ident = $function:path;)*) => {$(
        pub(super) fn $name(js: Js, _this: Val, arguments: &[Val]) -> Res {
            let x = js.to_number(super::argument(arguments, 0))?;
            Ok(js.number($function(x)))
        }
    )*};
}

functions! {
    sin = libm::sin;
    cos = libm::cos;
    tan = libm::tan;
    asin = libm::asin;
    acos = libm::acos;
    atan = libm::atan;
    sinh = libm::sinh;
    cosh = libm::cosh;
    tanh = libm::tanh;
    asinh = libm::asinh;
    acosh = libm::acosh;
    atanh = libm::atanh;
    exp = libm::exp;
    expm1 = libm::expm1;
    ln = libm::log;
    log1p = libm::log1p;
    log2 = libm::log2;
    log10 = libm::log10;
    cbrt = libm::cbrt;
}

pub(super) fn atan2(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let y = js.to_number(super::argument(arguments, 0))?;
    let x = js.to_number(super::argument(arguments, 1))?;
    Ok(js.number(libm::atan2(y, x)))
}

pub(super) fn pow(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let base = js.to_number(super::argument(arguments, 0))?;
    let exponent = js.to_number(super::argument(arguments, 1))?;
    // JavaScript differs from C here.
    let undefined = exponent.is_nan() || (base.abs() == 1.0 && exponent.is_infinite());
    Ok(js.number(if undefined { f64::NAN } else { libm::pow(base, exponent) }))
}

pub(super) fn hypot(js: Js, _this: Val, arguments: &[Val]) -> Res {
    let mut length = 0.0;
    for &argument in arguments {
        length = libm::hypot(length, js.to_number(argument)?);
    }
    Ok(js.number(length))
}
