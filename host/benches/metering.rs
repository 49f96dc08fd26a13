//! Path finding in wasm with fuel and epochs, in wasm without, and natively.

use wasmtime::{Result, Store, TypedFunc};

use crate::arena::Arena;
use crate::bare::{self, Plain};
use crate::harness::{Aim, Cost, Rounds, Table, rounds};
use crate::search;

/// Searches of a round.
const SEARCHES: u32 = 2000;

/// Measures breadth-first search over a 30×30 board.
pub(crate) fn search(arena: &Arena, count: Rounds, table: &mut Table) -> anyhow::Result<()> {
    let expected = search::search(SEARCHES);
    let mut metered = Kernel::load(&arena.kernel, true).plain()?;
    let mut plain = Kernel::load(&arena.kernel, false).plain()?;
    let micros = |search: &mut dyn FnMut() -> anyhow::Result<u32>| {
        let cost = Cost::of(|| {
            anyhow::ensure!(search()? == expected, "a search finds other ways");
            Ok(())
        });
        Ok(cost?.cpu_micros(SEARCHES as usize))
    };
    let [metered, plain, native] = rounds(
        count.of(41),
        [&mut || micros(&mut || metered.search().plain()), &mut || micros(&mut || plain.search().plain()), &mut || {
            micros(&mut || Ok(search::search(std::hint::black_box(SEARCHES))))
        }],
    )?;
    table.add("a breadth-first search of 30×30 cells in metered wasm", "µs", &metered, Aim::None);
    table.add_ratio("metered : unmetered wasm", &metered, &plain, Aim::None);
    table.add_ratio("metered wasm : native", &metered, &native, Aim::None);
    Ok(())
}

/// The kernel in an engine.
struct Kernel {
    store: Store<()>,
    search: TypedFunc<u32, u32>,
    metered: bool,
}

impl Kernel {
    fn load(wasm: &[u8], metered: bool) -> Result<Kernel> {
        let engine = bare::engine(metered)?;
        let mut store = Store::new(&engine, ());
        if metered {
            store.set_fuel(u64::MAX)?;
            store.set_epoch_deadline(1);
        }
        let instance = bare::module(&engine, wasm)?.instantiate(&mut store)?;
        let search = instance.get_typed_func(&mut store, "search")?;
        Ok(Kernel { store, search, metered })
    }

    fn search(&mut self) -> Result<u32> {
        if self.metered {
            self.store.set_fuel(u64::MAX)?;
        }
        self.search.call(&mut self.store, SEARCHES)
    }
}
