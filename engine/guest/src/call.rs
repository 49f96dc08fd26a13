use crate::fault::{GuestFault, Stop};
use crate::fuel::{Fuel, ImportCost};
use crate::memory::GuestMemory;
use crate::state::GuestState;

/// The module that Botpit's own imports are in.
pub const BOTPIT_MODULE: &str = "botpit";

/// One call of an import: whose, and what it may touch.
pub struct Call<'a> {
    /// The bot that calls.
    pub state: &'a mut GuestState,
    /// Its memory as it is now.
    pub memory: &'a mut (dyn GuestMemory + 'a),
    /// Its fuel as it is now.
    pub fuel: &'a mut Fuel,
}

impl Call<'_> {
    /// `botpit.log`: a line for the author.
    ///
    /// # Errors
    /// Out of fuel, or a bad pointer.
    pub fn log(&mut self, ptr: u32, len: u32) -> Result<(), GuestFault> {
        self.try_log(ptr, len).map_err(|stop| stop.of("log"))
    }

    /// `botpit.draw`: marks for the viewer.
    ///
    /// # Errors
    /// Out of fuel, or a bad pointer.
    pub fn draw(&mut self, ptr: u32, len: u32) -> Result<(), GuestFault> {
        self.try_draw(ptr, len).map_err(|stop| stop.of("draw"))
    }

    /// `botpit.random`: the next number of the bot's stream.
    ///
    /// # Errors
    /// Out of fuel.
    pub fn random(&mut self) -> Result<u64, GuestFault> {
        self.charge(ImportCost::RANDOM, 0, 0).map_err(|stop| stop.of("random"))?;
        Ok(self.state.random())
    }

    /// `botpit.fuel_left`: what is left after this call is paid for; 0 before the instance is ready.
    ///
    /// # Errors
    /// Out of fuel.
    pub fn fuel_left(&mut self) -> Result<u64, GuestFault> {
        self.charge(ImportCost::FUEL_LEFT, 0, 0).map_err(|stop| stop.of("fuel_left"))?;
        Ok(self.state.fuel_told(self.fuel.left()))
    }

    pub(crate) fn charge(&mut self, cost: ImportCost, bytes: u64, items: u64) -> Result<(), Stop> {
        let fuel = cost
            .base
            .saturating_add(cost.per_byte.saturating_mul(bytes))
            .saturating_add(cost.per_item.saturating_mul(items));
        Ok(self.fuel.charge(fuel)?)
    }

    /// Appends bytes of memory to the log; what is too long to keep is not read.
    pub(crate) fn append_log(&mut self, ptr: u32, len: u32) -> Result<(), Stop> {
        let at = self.memory.check(ptr, u64::from(len))?;
        let log = self.state.log_tail();
        let len = len as usize;
        // One byte at least, so that the log knows whether the line is ended.
        let kept = len.min(log.limit().max(1));
        log.skip((len - kept) as u64);
        let mut bytes = vec![0; kept];
        self.memory.read(at + len - kept, &mut bytes);
        log.push(&bytes);
        Ok(())
    }

    fn try_log(&mut self, ptr: u32, len: u32) -> Result<(), Stop> {
        self.charge(ImportCost::LOG, u64::from(len), 0)?;
        self.state.log_tail().start_line();
        self.append_log(ptr, len)?;
        self.state.log_tail().end_line(len == 0);
        Ok(())
    }

    fn try_draw(&mut self, ptr: u32, len: u32) -> Result<(), Stop> {
        self.charge(ImportCost::DRAW, u64::from(len), 0)?;
        let at = self.memory.check(ptr, u64::from(len))?;
        let marks = self.state.mark_buffer();
        // A mark that ends behind the room would not be kept: no need to read it.
        let mut bytes = vec![0; marks.room().min(len as usize)];
        self.memory.read(at, &mut bytes);
        marks.push(&bytes, u64::from(len));
        Ok(())
    }
}
