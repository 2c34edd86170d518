//! The functions of the WebAssembly module. A host writes a call into memory that it asks for, and reads the reply from memory.
//!
//! | import from `inarow` | |
//! |---|---|
//! | `now() -> f64` | milliseconds since a fixed time; called many times a second while a call runs |
//! | `entropy() -> i64` | a random number |
//! | `date() -> f64` | milliseconds since 1970 in UTC |
//! | `record(address, bytes)` | takes a progress record |
//!
//! A panic is a trap: the host reports it as a problem, and makes a new instance.

use std::cell::{OnceCell, RefCell};
use std::ptr;

use crate::local::{Head, Local, Reply, Settings};

#[link(wasm_import_module = "inarow")]
unsafe extern "C" {
    /// Takes a progress record, whose memory is the module's.
    safe fn record(address: *const u8, bytes: usize);
}

thread_local! {
    static LOCAL: OnceCell<Local> = const { OnceCell::new() };
    static REPLY: RefCell<Output> = const { RefCell::new(Output::NONE) };
}

/// A reply in memory.
#[repr(C)]
struct Output {
    address: *const u8,
    bytes: usize,
    status: u32,
    /// 1 if the same call always gets the same reply, else 0.
    is_pure: u32,
    /// Owns the bytes.
    body: Vec<u8>,
}

impl Output {
    const NONE: Output = Output { address: ptr::null(), bytes: 0, status: 0, is_pure: 0, body: Vec::new() };
}

/// Takes settings as JSON in memory of `allocate`, before the first call. Gives 1, or 0 if they are not valid or come too late.
#[unsafe(no_mangle)]
extern "C" fn configure(settings: *mut u8, bytes: usize) -> u32 {
    let settings = serde_json::from_slice::<Settings>(&taken(settings, bytes));
    let is_set = settings.is_ok_and(|settings| LOCAL.with(|local| local.set(Local::new(settings)).is_ok()));
    is_set.into()
}

/// Memory for `bytes` bytes of a call, which `answer` takes over.
#[unsafe(no_mangle)]
extern "C" fn allocate(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// The address of the byte that ends the running call if its host sets it to 1: while that asks for the time or takes a record, or
/// from another thread where the memory is shared. Each call begins with it cleared.
#[unsafe(no_mangle)]
extern "C" fn cancel_flag() -> *const bool {
    with_local(|local| local.cancel().as_ptr().cast_const())
}

/// Answers a call: a head as JSON, and the fields as JSON or as a query string, both in memory of `allocate`. Gives the address of
/// the reply: address and length of its body, status, and whether it is pure, four words of 32 bits. It stays until the next call.
#[unsafe(no_mangle)]
extern "C" fn answer(head: *mut u8, head_bytes: usize, fields: *mut u8, fields_bytes: usize) -> *const u8 {
    let (head, fields) = (taken(head, head_bytes), taken(fields, fields_bytes));
    let reply = match serde_json::from_slice::<Head<'_>>(&head) {
        Ok(head) => with_local(|local| local.reply(&head, &fields, &mut |text| record(text.as_ptr(), text.len()))),
        Err(error) => Local::bad_head(&error),
    };
    let Reply { status, body, is_pure } = reply;
    REPLY.with_borrow_mut(|output| {
        let (address, bytes) = (body.as_ptr(), body.len());
        *output = Output { address, bytes, status: status.into(), is_pure: is_pure.into(), body };
        (&raw const *output).cast()
    })
}

fn with_local<T>(work: impl FnOnce(&Local) -> T) -> T {
    LOCAL.with(|local| work(local.get_or_init(Local::default)))
}

/// The bytes that the host has written into memory of `allocate`.
fn taken(address: *mut u8, bytes: usize) -> Box<[u8]> {
    // SAFETY: `allocate` gave this memory, with this length, and the host hands it over once.
    unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(address, bytes)) }
}
