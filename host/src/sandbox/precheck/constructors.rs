//! Whether the constructors of static data run once, as they have to.

use wasmparser::{Export, ExternalKind, Operator};

use super::outline::Outline;

/// What a linker calls the function that runs all constructors.
const CONSTRUCTORS: &str = "__wasm_call_ctors";

/// What the code tells about the function that runs all constructors.
#[derive(Default)]
pub(super) struct Constructors {
    /// That function, where it is exported: else only its place tells it.
    exported: Option<u32>,
    /// Whether it does anything.
    has_code: bool,
    called: bool,
    /// The function whose body is being read.
    inside: Option<u32>,
    /// For each function with a body the function that it calls before anything else, if it does.
    first_calls: Vec<Option<u32>>,
    /// Whether the next operator is the first of its body.
    at_begin: bool,
}

impl Constructors {
    /// Takes note of an export. Exports come before code in a module.
    pub(super) fn see_export(&mut self, export: &Export<'_>) {
        if export.name == CONSTRUCTORS && export.kind == ExternalKind::Func {
            self.exported = Some(export.index);
        }
    }

    /// Takes note of a function that something calls.
    pub(super) fn is_called(&mut self, function: u32) {
        self.called |= self.exported == Some(function);
    }

    /// Begins with the body of a function.
    pub(super) fn enter(&mut self, function: usize) {
        self.inside = u32::try_from(function).ok();
        self.first_calls.push(None);
        self.at_begin = true;
    }

    /// Follows an operator of that body.
    pub(super) fn follow(&mut self, operator: &Operator<'_>) {
        if let Operator::Call { function_index } = operator {
            self.is_called(*function_index);
            if self.at_begin
                && let Some(first) = self.first_calls.last_mut()
            {
                *first = Some(*function_index);
            }
        }
        self.at_begin = false;
        // Optimisers leave a `nop` in a body that is empty.
        let does_nothing = matches!(operator, Operator::Nop | Operator::End);
        self.has_code |= !does_nothing && self.exported.is_some() && self.exported == self.inside;
    }
}

impl Outline<'_> {
    /// Whether exports begin with a call of the same function, as a linker wraps them that takes the module for a
    /// command: its constructors then run before each call. An `_initialize` that does as it should calls them itself,
    /// and the linker wraps nothing.
    pub(super) fn runs_constructors_on_every_call(&self) -> bool {
        let first_calls = &self.constructors.first_calls;
        let imported = self.functions.len() - first_calls.len().min(self.functions.len());
        let first_call = |name: &str| {
            let (ExternalKind::Func, index) = self.exported(name)? else { return None };
            let called = (*first_calls.get((index as usize).checked_sub(imported)?)?)?;
            let plain = called as usize >= imported
                && self
                    .function_type(called as usize)
                    .is_some_and(|ty| ty.params().is_empty() && ty.results().is_empty());
            plain.then_some(called)
        };
        let of_think = first_call("think");
        of_think.is_some() && ["botpit_abi", "alloc", "setup"].iter().any(|name| first_call(name) == of_think)
    }

    /// Whether the constructors are left to somebody who does not exist: a linker that is told to export them calls
    /// them nowhere.
    pub(super) fn never_runs_constructors(&self) -> bool {
        let Constructors { exported, has_code, called, .. } = self.constructors;
        exported.is_some() && has_code && !called && self.exported("_initialize").is_none()
    }
}
