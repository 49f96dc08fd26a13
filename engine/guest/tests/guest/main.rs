//! The meaning of a bot's imports, one module a topic; every test plays the part of a bot through [`Bot`].

mod clock;
mod contract;
mod imports;
mod streams;
mod text;
mod wasi;

use botpit_guest::{
    Call, Errno, Fuel, GuestFault, GuestIdentity, GuestLimits, GuestState, WASI_ARGS_MAX, WasiFunction,
};

const IDENTITY: GuestIdentity = GuestIdentity { seed: 42, leg: 0, seat: 0, wasm_sha256: [7; 32] };

/// A bot with two pages of memory whose instance is ready, at the start of turn 0.
struct Bot {
    state: GuestState,
    memory: Vec<u8>,
    fuel: Fuel,
}

impl Bot {
    fn new() -> Bot {
        Bot::with_limits(GuestLimits::default())
    }

    fn with_limits(limits: GuestLimits) -> Bot {
        let fuel = Fuel::new(1_000_000_000);
        let mut state = GuestState::new(IDENTITY, limits);
        state.begin_turn(0, fuel.left());
        state.instance_ready();
        Bot { state, memory: vec![0; 128 << 10], fuel }
    }

    fn call<T>(&mut self, import: impl FnOnce(&mut Call<'_>) -> T) -> T {
        let mut memory = &mut self.memory[..];
        import(&mut Call { state: &mut self.state, memory: &mut memory, fuel: &mut self.fuel })
    }

    fn wasi(&mut self, name: &str, args: &[u64]) -> Result<Errno, GuestFault> {
        let function = WasiFunction::find(name).expect("a function of the table");
        assert_eq!(function.params.len(), args.len(), "arguments of {name}");
        let mut all = [0; WASI_ARGS_MAX];
        all[..args.len()].copy_from_slice(args);
        self.call(|call| function.call(call, &all))
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.memory[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn put_u32s(&mut self, at: usize, words: &[u32]) {
        for (index, word) in words.iter().enumerate() {
            self.put(at + 4 * index, &word.to_le_bytes());
        }
    }

    fn u32_at(&self, at: usize) -> u32 {
        u32::from_le_bytes(self.memory[at..at + 4].try_into().expect("four bytes"))
    }

    fn u64_at(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.memory[at..at + 8].try_into().expect("eight bytes"))
    }

    /// Logs a text through memory.
    fn log(&mut self, text: &[u8]) {
        self.put(1024, text);
        self.call(|call| call.log(1024, text.len() as u32)).expect("a good range");
    }
}

fn bad_pointer(import: &'static str, ptr: u32, len: u64) -> GuestFault {
    GuestFault::BadPointer { import, ptr, len }
}
