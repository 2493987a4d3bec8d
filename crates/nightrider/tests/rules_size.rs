//! How much memory compiled rules take.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use nightrider::engine::Rules;
use nightrider::lang::NoLoader;
use nightrider::library::LIBRARY;
use nightrider::model::Variant;
use nightrider::{compile_library, compile_source};

/// The system's allocator, which also counts the bytes in use.
struct Counting;

static IN_USE: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is passed on to the system's allocator as it comes; the counter is beside it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        IN_USE.fetch_add(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        IN_USE.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: the caller keeps the contract of `dealloc`, and the pointer came from `System`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The bytes that the rules of a game take, what the variant itself takes not counted: it is small.
fn size(name: &str, variant: Option<Variant>) -> usize {
    let variant = variant.expect("a game without errors");
    let before = IN_USE.load(Ordering::Relaxed);
    let rules = Rules::compile(variant).expect("playable rules");
    let size = IN_USE.load(Ordering::Relaxed) - before;
    assert!(size > 1_000, "{name}: {size} bytes cannot be all");
    drop(rules);
    size
}

/// The only test of this file, so that nothing else allocates meanwhile.
#[test]
fn rules_stay_small() {
    for game in LIBRARY {
        let size = size(game.name, compile_library(game.name).expect("a library game").variant);
        assert!(size < 8_000_000, "{} bytes for {}", size, game.name);
    }
    // All squares that there can be, with riders of three kinds.
    let text = include_str!("../../../benches/games/fairy-16x16.chesslang");
    let size = size("fairy-16x16", compile_source("fairy-16x16.chesslang", text, &NoLoader).variant);
    assert!(size < 8_000_000, "{size} bytes for the largest board");
}
