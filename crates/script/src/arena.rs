//! The memory a script lives in: one block, with snapshots.
//!
//! Every handler starts from the same globals. Making a fresh JavaScript context for each takes 350 µs;
//! copying back the 150 KB that a context occupies takes 5 µs and is exact: whatever a handler did to variables, prototypes,
//! caches or free lists is gone, so that a run depends on nothing that ran before it.
//!
//! Why this is sound: QuickJS asks this allocator for every byte it keeps, the runtime itself included, and
//! holds no pointer elsewhere while no call into it is running. So its whole state is the bytes of the block and
//! [`Control`]. After a restore both are what they were, at the same addresses. The Rust side keeps no
//! JavaScript value over a restore except those that the snapshot holds, and QuickJS keeps no pointer to Rust
//! memory but those of [`crate::machine`], which outlive it and own no script object.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{self, NonNull};

use rquickjs::qjs;

use crate::meter::Meter;

/// Blocks start at multiples of this, and each has a header of this size.
const UNIT: usize = 16;
/// Classes of block sizes: multiples of 64 up to 1024, then four to each doubling.
const CLASSES: usize = 16 + 4 * 22;
/// Requests from this size on are refused when the script has used up its memory or steps; smaller ones may
/// still draw on the reserve, so that QuickJS reaches its next check for interruption in good order.
const LARGE: usize = 16 << 10;
/// What lies beyond the limit for small requests.
const RESERVE: usize = 4 << 20;

/// One block of memory that hands out parts of itself.
pub(crate) struct Arena {
    base: NonNull<u8>,
    capacity: usize,
    limit: usize,
    /// The largest block that is given out.
    pub block_limit: usize,
    /// Where the memory of the present run begins.
    base_top: usize,
    control: Control,
    /// What the running script uses, memory aside.
    pub meter: Meter,
}

/// What the allocator itself remembers. It belongs to a snapshot like the bytes.
#[derive(Clone)]
struct Control {
    /// Everything from here on is free.
    top: usize,
    /// By class: the first free block, as an offset; 0 is none.
    free: [u32; CLASSES],
}

/// The contents of an arena at one moment.
pub(crate) struct Snapshot {
    bytes: Box<[MaybeUninit<u8>]>,
    control: Control,
}

impl Snapshot {
    /// The contents of an arena in which nothing lives. Nothing may be run from it.
    pub fn empty() -> Snapshot {
        Snapshot { bytes: Box::new([]), control: Control { top: UNIT, free: [0; CLASSES] } }
    }
}

impl Arena {
    /// An empty arena. The system gives memory page by page as it is used.
    pub fn new(limit: usize, meter: Meter) -> Option<Box<Arena>> {
        let capacity = (limit + RESERVE).min(1 << 31).next_multiple_of(UNIT);
        // SAFETY: the size is not 0.
        let base = NonNull::new(unsafe { alloc(layout(capacity)) })?;
        let control = Control { top: UNIT, free: [0; CLASSES] };
        Some(Box::new(Arena { base, capacity, limit, block_limit: limit, base_top: UNIT, control, meter }))
    }

    /// The functions through which QuickJS allocates. Their opaque pointer is the arena.
    pub const FUNCTIONS: qjs::JSMallocFunctions = qjs::JSMallocFunctions {
        js_calloc: Some(calloc),
        js_malloc: Some(malloc),
        js_free: Some(free),
        js_realloc: Some(realloc),
        js_malloc_usable_size: Some(usable_size),
    };

    /// The present contents.
    pub fn snapshot(&self) -> Snapshot {
        let mut bytes = Box::<[u8]>::new_uninit_slice(self.control.top);
        // SAFETY: the first `top` bytes are within the block, and the copy has room for them.
        unsafe { ptr::copy_nonoverlapping(self.base.as_ptr().cast(), bytes.as_mut_ptr(), bytes.len()) };
        Snapshot { bytes, control: self.control.clone() }
    }

    /// Goes back to a snapshot of this arena. No JavaScript value made since may be used any more.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        // SAFETY: the snapshot was taken of this block, so it fits; it is separate memory.
        unsafe {
            ptr::copy_nonoverlapping(
                snapshot.bytes.as_ptr(),
                self.base.as_ptr().cast(),
                snapshot.bytes.len(),
            );
        }
        self.control = snapshot.control.clone();
        self.base_top = self.control.top;
    }

    /// Bytes by which the memory in use has ever grown in this run.
    pub fn grown(&self) -> usize {
        self.control.top - self.base_top
    }

    fn allocate(&mut self, size: usize) -> *mut u8 {
        self.meter.watch_stack();
        if size >= LARGE {
            self.meter.largest = self.meter.largest.max(size);
            if size > self.block_limit {
                self.meter.too_large();
            } else {
                self.meter.charge_bytes(size);
            }
            if self.meter.is_stopped() {
                return ptr::null_mut();
            }
        }
        let Some((class, whole)) = class_of(size) else { return self.refuse() };
        let head = self.control.free[class] as usize;
        let offset = if head != 0 {
            // SAFETY: a free block of the list lies within the block and holds the next offset.
            self.control.free[class] = unsafe { self.base.as_ptr().add(head).cast::<u32>().read() };
            head
        } else {
            let offset = self.control.top + UNIT;
            let end = offset + whole;
            if end > self.limit && (size >= LARGE || end > self.capacity) {
                return self.refuse();
            }
            if end > self.limit {
                self.meter.out_of_memory();
            }
            self.control.top = end;
            offset
        };
        // SAFETY: header and block lie within the arena's block: `offset - UNIT` and `offset + whole` were
        // checked when the block was first cut.
        unsafe {
            let block = self.base.as_ptr().add(offset);
            block.sub(UNIT).cast::<u32>().write(class as u32);
            block
        }
    }

    fn refuse(&mut self) -> *mut u8 {
        self.meter.out_of_memory();
        ptr::null_mut()
    }

    /// # Safety
    /// The block must have come from [`Arena::allocate`] and not been released.
    unsafe fn release(&mut self, block: *mut u8) {
        // SAFETY: by the caller's promise; every block has room for the link.
        unsafe {
            let class = class_in_header(block);
            block.cast::<u32>().write(self.control.free[class]);
            self.control.free[class] = block.offset_from(self.base.as_ptr()) as u32;
        }
    }
}

impl Drop for Arena {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with the same layout.
        unsafe { dealloc(self.base.as_ptr(), layout(self.capacity)) }
    }
}

// SAFETY: the arena owns its block alone.
unsafe impl Send for Arena {}

fn layout(capacity: usize) -> Layout {
    Layout::from_size_align(capacity, UNIT).expect("the capacity is at most 2 GiB")
}

/// The class of a request and the size of the blocks of that class.
fn class_of(size: usize) -> Option<(usize, usize)> {
    let size = size.max(1);
    if size <= 1024 {
        let class = size.div_ceil(64) - 1;
        return Some((class, (class + 1) * 64));
    }
    let doubling = (usize::BITS - 1 - (size - 1).leading_zeros()) as usize; // 2^doubling < size <= 2^(doubling+1)
    let quarter = 1 << (doubling - 2);
    let step = (size - (1 << doubling)).div_ceil(quarter) - 1;
    let class = 16 + (doubling - 10) * 4 + step;
    (class < CLASSES).then(|| (class, (1 << doubling) + (step + 1) * quarter))
}

/// The size of the blocks of a class.
fn class_size(class: usize) -> usize {
    if class < 16 {
        return (class + 1) * 64;
    }
    let (doubling, step) = ((class - 16) / 4 + 10, (class - 16) % 4);
    (1 << doubling) + (step + 1) * (1 << (doubling - 2))
}

/// # Safety
/// The block must have come from [`Arena::allocate`].
unsafe fn class_in_header(block: *const u8) -> usize {
    // SAFETY: the header is written when the block is handed out.
    unsafe { block.sub(UNIT).cast::<u32>().read() as usize }
}

/// # Safety
/// The opaque pointer is the arena that was given to `JS_NewRuntime2`. QuickJS calls these functions one at a
/// time and never from within one another, and nothing else borrows the arena while QuickJS runs.
unsafe fn arena<'a>(opaque: *mut c_void) -> &'a mut Arena {
    // SAFETY: as above.
    unsafe { &mut *opaque.cast::<Arena>() }
}

unsafe extern "C" fn malloc(opaque: *mut c_void, size: qjs::size_t) -> *mut c_void {
    // SAFETY: called by QuickJS with our opaque pointer.
    unsafe { arena(opaque) }.allocate(size as usize).cast()
}

unsafe extern "C" fn calloc(opaque: *mut c_void, count: qjs::size_t, size: qjs::size_t) -> *mut c_void {
    // SAFETY: called by QuickJS with our opaque pointer.
    let arena = unsafe { arena(opaque) };
    let Some(size) = (count as usize).checked_mul(size as usize) else { return arena.refuse().cast() };
    let block = arena.allocate(size);
    if !block.is_null() {
        // SAFETY: the block has at least `size` bytes.
        unsafe { ptr::write_bytes(block, 0, size) };
    }
    block.cast()
}

unsafe extern "C" fn free(opaque: *mut c_void, block: *mut c_void) {
    if !block.is_null() {
        // SAFETY: QuickJS releases only what it got from us, once.
        unsafe { arena(opaque).release(block.cast()) };
    }
}

unsafe extern "C" fn realloc(opaque: *mut c_void, block: *mut c_void, size: qjs::size_t) -> *mut c_void {
    // SAFETY: called by QuickJS with our opaque pointer and a live block of ours, or none.
    unsafe {
        let size = size as usize;
        if block.is_null() {
            return if size == 0 { ptr::null_mut() } else { arena(opaque).allocate(size).cast() };
        }
        if size == 0 {
            arena(opaque).release(block.cast());
            return ptr::null_mut();
        }
        let old = class_size(class_in_header(block.cast()));
        if size <= old && size > old / 4 {
            return block;
        }
        let new = arena(opaque).allocate(size);
        if !new.is_null() {
            ptr::copy_nonoverlapping(block.cast::<u8>(), new, old.min(size));
            arena(opaque).release(block.cast());
        }
        new.cast()
    }
}

unsafe extern "C" fn usable_size(block: *const c_void) -> qjs::size_t {
    if block.is_null() {
        return 0;
    }
    // SAFETY: QuickJS asks only about live blocks of ours.
    unsafe { class_size(class_in_header(block.cast())) as qjs::size_t }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[test]
    fn classes_cover_their_sizes_tightly() {
        for size in (1..5000).chain([1 << 16, (1 << 16) + 1, (1 << 20) - 1, 5 << 20, 31 << 20]) {
            let (class, whole) = class_of(size).expect("in range");
            assert!(whole >= size, "{size}");
            assert!(whole < size + 64 || whole as f64 <= size as f64 * 1.25 + 1.0, "{size}: {whole}");
            assert_eq!(class_size(class), whole);
        }
        assert_eq!(class_of(usize::MAX / 4), None);
    }

    #[test]
    fn a_restore_brings_back_contents_and_free_lists() {
        let mut arena = Arena::new(1 << 20, Meter::new(&Limits::DEFAULT)).expect("memory");
        let (first, second) = (arena.allocate(100), arena.allocate(100));
        // SAFETY: both blocks are live and have 100 bytes.
        unsafe {
            first.write_bytes(1, 100);
            arena.release(second);
            let snapshot = arena.snapshot();
            let before = arena.grown();
            first.write_bytes(2, 100);
            assert_eq!(arena.allocate(100), second, "a free block is used again");
            arena.allocate(5000);
            arena.restore(&snapshot);
            assert_eq!((*first, *first.add(99)), (1, 1));
            assert_eq!((arena.grown(), before), (0, arena.control.top - UNIT));
            assert_eq!(arena.allocate(100), second, "and it is free again after the restore");
        }
    }

    #[test]
    fn the_limit_refuses_large_blocks_and_leaves_a_reserve_for_small_ones() {
        let mut arena = Arena::new(1 << 20, Meter::new(&Limits::DEFAULT)).expect("memory");
        assert!(arena.allocate(2 << 20).is_null());
        assert!(arena.meter.is_stopped());
        let mut small = 0;
        while !arena.allocate(1000).is_null() {
            small += 1;
        }
        assert!((4000..5300).contains(&small), "{small}");
    }
}
