//! Where a bot's fuel went: by function, and by the stack of functions that it was spent in.

use std::cmp::Reverse;
use std::collections::HashMap;

/// The most stacks that are told apart. A bot can make more than any memory holds.
const STACKS_MAX: usize = 100_000;
/// The deepest stack that is told apart: what is below is one, so that a deep recursion stays readable.
const DEPTH_MAX: u32 = 200;

/// What a function took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunctionFuel {
    /// How often it was called.
    pub calls: u64,
    /// Fuel of its own instructions.
    pub self_fuel: u64,
    /// Fuel from call to return, with all that it calls; a recursion counts once.
    pub total_fuel: u64,
}

/// What stands at a place of a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A function, by its number.
    Function(u32),
    /// All that lies deeper than stacks are told apart.
    Deeper,
    /// All stacks that are too many to be told apart.
    Others,
}

/// The calls of a bot with the fuel that they took, and the stack of those that are running.
#[derive(Clone, Debug)]
pub struct CallTree {
    functions: Vec<FunctionFuel>,
    /// How often each function is on the stack.
    running: Vec<u32>,
    /// Places of stacks; the first one is the bottom of all.
    nodes: Vec<Node>,
    children: HashMap<(usize, Place), usize>,
    stack: Vec<Frame>,
    /// All fuel so far.
    fuel: u64,
    /// Fuel that was spent outside of any function.
    outside: u64,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    place: Place,
    parent: usize,
    depth: u32,
    self_fuel: u64,
    /// The child that was called last: most calls are made again.
    last_child: Option<(Place, usize)>,
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    function: u32,
    node: usize,
    /// All fuel at its call.
    fuel_at_call: u64,
}

const BOTTOM: usize = 0;

impl CallTree {
    /// No calls yet of a module with so many functions.
    pub fn new(functions: usize) -> CallTree {
        let bottom = Node { place: Place::Others, parent: BOTTOM, depth: 0, self_fuel: 0, last_child: None };
        CallTree {
            functions: vec![FunctionFuel::default(); functions],
            running: vec![0; functions],
            nodes: vec![bottom],
            children: HashMap::new(),
            stack: Vec::new(),
            fuel: 0,
            outside: 0,
        }
    }

    /// What each function took, by its number.
    pub fn functions(&self) -> &[FunctionFuel] {
        &self.functions
    }

    /// Fuel of all functions, and of what was spent outside of them.
    pub fn fuel(&self) -> u64 {
        self.fuel
    }

    /// Fuel that was spent before a function ran: by a start section that ran out of it.
    pub fn outside(&self) -> u64 {
        self.outside
    }

    /// The stacks in which fuel was spent, each from the bottom up, with that fuel; those with the most come first.
    pub fn stacks(&self) -> impl Iterator<Item = (Vec<Place>, u64)> {
        let mut spent: Vec<usize> = (0..self.nodes.len()).filter(|index| self.nodes[*index].self_fuel > 0).collect();
        spent.sort_by_key(|index| Reverse(self.nodes[*index].self_fuel));
        spent.into_iter().map(|index| (self.stack_of(index), self.nodes[index].self_fuel))
    }

    /// Enters a function.
    pub(super) fn call(&mut self, function: u32) {
        let below = self.stack.last().map_or(BOTTOM, |frame| frame.node);
        let node = self.child(below, Place::Function(function));
        self.stack.push(Frame { function, node, fuel_at_call: self.fuel });
        if let Some(of_function) = self.functions.get_mut(function as usize) {
            of_function.calls += 1;
            self.running[function as usize] += 1;
        }
    }

    /// Takes fuel in the function that is running.
    pub(super) fn spend(&mut self, fuel: u64) {
        self.fuel = self.fuel.saturating_add(fuel);
        let Some(frame) = self.stack.last() else {
            self.outside = self.outside.saturating_add(fuel);
            return;
        };
        self.nodes[frame.node].self_fuel += fuel;
        if let Some(of_function) = self.functions.get_mut(frame.function as usize) {
            of_function.self_fuel += fuel;
        }
    }

    /// Leaves the function that is running.
    pub(super) fn leave(&mut self) {
        let Some(frame) = self.stack.pop() else { return };
        let index = frame.function as usize;
        let Some(of_function) = self.functions.get_mut(index) else { return };
        self.running[index] -= 1;
        if self.running[index] == 0 {
            of_function.total_fuel += self.fuel - frame.fuel_at_call;
        }
    }

    /// Leaves all functions.
    pub(super) fn unwind(&mut self) {
        while !self.stack.is_empty() {
            self.leave();
        }
    }

    fn child(&mut self, below: usize, place: Place) -> usize {
        let node = self.nodes[below];
        if let Some((last, index)) = node.last_child
            && last == place
        {
            return index;
        }
        let index = match node.place {
            // What is not told apart has no parts.
            Place::Deeper | Place::Others if below != BOTTOM => below,
            _ if node.depth == DEPTH_MAX => self.find_or_add(below, Place::Deeper),
            _ => self.find_or_add(below, place),
        };
        self.nodes[below].last_child = Some((place, index));
        index
    }

    fn find_or_add(&mut self, below: usize, place: Place) -> usize {
        if let Some(index) = self.children.get(&(below, place)) {
            return *index;
        }
        // One is left for the others, which stand at the bottom.
        let (below, place) = if self.nodes.len() < STACKS_MAX { (below, place) } else { (BOTTOM, Place::Others) };
        let nodes = &mut self.nodes;
        *self.children.entry((below, place)).or_insert_with(|| {
            let depth = nodes[below].depth + 1;
            nodes.push(Node { place, parent: below, depth, self_fuel: 0, last_child: None });
            nodes.len() - 1
        })
    }

    fn stack_of(&self, mut index: usize) -> Vec<Place> {
        let mut places = Vec::new();
        while index != BOTTOM {
            places.push(self.nodes[index].place);
            index = self.nodes[index].parent;
        }
        places.reverse();
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fuel_goes_to_the_function_that_runs_and_to_all_below_it_once() {
        let mut tree = CallTree::new(2);
        tree.call(0);
        tree.spend(1);
        for _ in 0..2 {
            tree.call(1);
            tree.spend(10);
            tree.call(0);
            tree.spend(100);
            tree.leave();
            tree.leave();
        }
        tree.spend(1000);
        tree.leave();
        let of = |calls, self_fuel, total_fuel| FunctionFuel { calls, self_fuel, total_fuel };
        assert_eq!(tree.functions(), [of(3, 1201, 1221), of(2, 20, 220)]);
        assert_eq!((tree.fuel(), tree.outside()), (1221, 0));
        let [a, b] = [0, 1].map(Place::Function);
        let stacks: Vec<_> = tree.stacks().collect();
        assert_eq!(stacks, [(vec![a], 1001), (vec![a, b, a], 200), (vec![a, b], 20)]);
    }

    #[test]
    fn what_has_no_end_is_bounded_and_loses_no_fuel() {
        let mut tree = CallTree::new(3);
        for _ in 0..1_000_000 {
            tree.call(0);
            tree.spend(1);
        }
        assert_eq!(tree.stacks().count(), DEPTH_MAX as usize + 1);
        tree.unwind();
        // Every number is a stack of its own.
        for number in 0..300_000_u32 {
            for bit in 0..20 {
                tree.call(1 + (number >> bit & 1));
                tree.spend(1);
            }
            tree.unwind();
        }
        assert_eq!(tree.nodes.len(), STACKS_MAX + 1);
        assert_eq!(tree.stacks().map(|(_, fuel)| fuel).sum::<u64>(), 7_000_000);
        assert_eq!(tree.functions().iter().map(|of| of.self_fuel).sum::<u64>(), 7_000_000);
        assert_eq!(tree.functions()[0].total_fuel, 1_000_000);
    }
}
