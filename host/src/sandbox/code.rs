//! A bot's machine code, linked, and where its exports are in it.

use wasmtime::{InstancePre, Linker, Module, ModuleExport};

use super::HostFailure;
use super::instance::{State, internal};

/// The code of a module that passed the check. Exports are found once here, and not by name at each start.
pub(super) struct Code {
    pub(super) pre: InstancePre<State>,
    pub(super) memory: ModuleExport,
    pub(super) abi: ModuleExport,
    pub(super) alloc: ModuleExport,
    pub(super) think: ModuleExport,
    pub(super) initialize: Option<ModuleExport>,
    pub(super) setup: Option<ModuleExport>,
    pub(super) team_name: Option<ModuleExport>,
}

impl Code {
    /// Links a compiled module with what the sandbox lends it.
    pub(super) fn link(linker: &Linker<State>, module: &Module) -> Result<Code, HostFailure> {
        let optional = |name| module.get_export_index(name);
        let required =
            |name| optional(name).ok_or_else(|| HostFailure::Internal(format!("a checked module exports no `{name}`")));
        Ok(Code {
            pre: linker.instantiate_pre(module).map_err(|error| internal(&error))?,
            memory: required("memory")?,
            abi: required("botpit_abi")?,
            alloc: required("alloc")?,
            think: required("think")?,
            initialize: optional("_initialize"),
            setup: optional("setup"),
            team_name: optional("team_name"),
        })
    }

    /// Whether there is a main function, which the sandbox does not call, and nothing that it calls instead.
    pub(super) fn is_command(&self) -> bool {
        self.initialize.is_none() && self.pre.module().get_export_index("_start").is_some()
    }
}
