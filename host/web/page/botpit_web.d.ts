// The engine's module as wasm-bindgen makes it; functions throw a sentence for people.

export default function init(options?: { module_or_path?: unknown }): Promise<unknown>;

export function version(): string;
export function games(): string;
export function generate_map(game: string, seed: bigint, settings_json: string): string;
export function bundled_map(game: string, name: string): string;
export function read_map(name: string, bytes: Uint8Array): string;
export function map_of_layout(game: string, layout_json: string): string;
export function facts(replay: Uint8Array): string;
export function sha256(bytes: Uint8Array): string;
export function wasi_functions(): string;

export class KnownCells {
  readonly seen: Uint32Array;
  readonly near: Uint32Array;
  free(): void;
}

export class Film {
  static open(bytes: Uint8Array): Film;
  info(): string;
  charts(leg: number): string;
  frame(leg: number, turn: number, seen_by: string): string;
  known(leg: number, turn: number, seat: string): KnownCells;
  map_text(leg: number): string;
  free(): void;
}

export class Match {
  constructor(json: string);
  turn(): number;
  layout(): string;
  game(): string;
  identity(seat: string): string;
  ask(seat: string): "start" | "think" | "restart" | "nothing" | "hand";
  setup(seat: string): Uint8Array;
  view(seat: string): Uint8Array;
  answer(seat: string, report_json: string, orders: Uint8Array): void;
  advance(): string;
  frame(seen_by: string): string;
  encode_orders(json: string): Uint8Array;
  limits(): string;
  replay(): Uint8Array;
  free(): void;
}

export class Guest {
  constructor(identity_json: string);
  next_leg(identity_json: string): void;
  begin_turn(turn: number): void;
  begin_instance(): void;
  instance_ready(): void;
  log(memory: Uint8Array, ptr: number, len: number): void;
  draw(memory: Uint8Array, ptr: number, len: number): void;
  fuel_left(): bigint;
  random(): bigint;
  wasi(name: string, memory: Uint8Array, args: BigUint64Array): number;
  check_module(exports_json: string, imports_json: string): void;
  check_abi(answer: number): void;
  check_buffer(ptr: number, memory_len: number): void;
  team_name(memory: Uint8Array, packed: bigint): string;
  orders(memory: Uint8Array, packed: bigint): Uint8Array;
  end_turn(faulted: boolean): string;
  drawn(): bigint;
  seek_drawn(n: bigint): void;
  free(): void;
}
