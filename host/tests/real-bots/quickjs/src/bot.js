"use strict";

// A bot of Gold Hunter: workers walk to the nearest gold that the team sees and dig it, the others explore; a hunter
// that faces an opponent in line fires. Offsets are those of sdk/ABI.md.

const ROTATE = 1, MOVE = 2, FIRE = 3;
const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]];

// When each place was last stood on.
const visited = new Map();

const key = (at) => at.y * 65536 + at.x;
const distance = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
const next = (at, direction) => ({ x: at.x + STEPS[direction][0], y: at.y + STEPS[direction][1] });

class View {
  constructor(bytes) {
    this.data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.turn = this.u32(16);
    this.players = this.list(48, 12, (at) => ({
      id: this.u16(at), ...this.place(at + 2), isWorker: this.u8(at + 6) === 1,
      facing: this.u8(at + 7), ammo: this.u32(at + 8),
    }));
    this.opponents = new Set(this.list(56, 8, (at) => key(this.place(at + 2))));
    this.cells = new Map(this.list(64, 8, (at) => [key(this.place(at)), this.u8(at + 4)]));
    this.gold = this.list(80, 12, (at) => this.place(at));
  }
  u8(at) { return this.data.getUint8(at); }
  u16(at) { return this.data.getUint16(at, true); }
  u32(at) { return this.data.getUint32(at, true); }
  place(at) { return { x: this.u16(at), y: this.u16(at + 2) }; }
  list(at, size, read) {
    const first = this.u32(at);
    return Array.from({ length: this.u32(at + 4) }, (_, index) => read(first + index * size));
  }
  isFree(at) { return this.cells.get(key(at)) === 0; }
  isObstacle(at) { return (this.cells.get(key(at)) & 1) !== 0; }
}

function aims(player, view) {
  for (let at = next(player, player.facing); distance(player, at) <= 8; at = next(at, player.facing)) {
    if (view.opponents.has(key(at))) return true;
    if (view.isObstacle(at)) return false;
  }
  return false;
}

// One step, or a turn, to the free neighbour of the least cost.
function walk(player, view, cost) {
  const free = [0, 1, 2, 3].filter((direction) => view.isFree(next(player, direction)));
  if (free.length === 0) return null;
  const best = free.reduce((a, b) => (cost(next(player, b)) < cost(next(player, a)) ? b : a));
  return best === player.facing ? [player.id, MOVE, 0] : [player.id, ROTATE, best];
}

function decide(player, view) {
  visited.set(key(player), view.turn + 1);
  if (!player.isWorker && player.ammo > 0 && aims(player, view)) return [player.id, FIRE, 0];
  if (player.isWorker && view.gold.length > 0) {
    const [gold] = view.gold.toSorted((a, b) => distance(player, a) - distance(player, b));
    return distance(player, gold) === 0 ? null : walk(player, view, (at) => distance(at, gold));
  }
  return walk(player, view, (at) => visited.get(key(at)) ?? 0);
}

function think(bytes) {
  const view = new View(bytes);
  const orders = view.players.map((player) => decide(player, view)).filter((order) => order !== null);
  const answer = new Uint8Array(16 + 4 * orders.length);
  const data = new DataView(answer.buffer);
  [1, 1, 3, 16].forEach((value, index) => data.setUint16(2 * index, value, true));
  data.setUint32(8, answer.length, true);
  orders.forEach(([player, kind, direction], index) => {
    data.setUint16(16 + 4 * index, player, true);
    answer.set([kind, direction], 18 + 4 * index);
  });
  return Array.from(answer);
}
