// The JSON that the engine's module gives, and the module itself: what the page's scripts are checked against.

export type Seat = "a" | "b";
export type Pair<T> = [T, T];
export type Cell = { x: number; y: number };
export type Direction = "up" | "right" | "down" | "left";
export type SeenBy = "all" | Seat;
/** What the board shows: everything, a seat's view, or what a seat has ever seen. */
export type Fog = "all" | "a" | "b" | "ever-a" | "ever-b";

export type Size = { width: number; height: number };

export type GoldHunterLayout = {
  name: string;
  turns: number;
  size: Size;
  obstacles: boolean[];
  gold: { at: Cell; value: number }[];
  ammo: number;
  hunters: Pair<{ at: Cell; facing: Direction }[]>;
  workers: Pair<{ at: Cell; facing: Direction }[]>;
};

export type CaptureTheFlagLayout = {
  name: string;
  turns: number;
  size: Size;
  walls: boolean[];
  teams: Pair<{ base: Cell; players: Cell[]; flags: Cell[] }>;
};

export type Layout = GoldHunterLayout | CaptureTheFlagLayout;

export type GoldHunterState = {
  turn: number;
  turns: number;
  teams: Pair<{
    score: number;
    killed: number | null;
    fired: number | null;
    players: {
      id: number;
      kind: "hunter" | "worker";
      alive: boolean;
      at: Cell;
      facing: Direction;
      ammo: number | null;
    }[];
  }>;
  bullets: { at: Cell; direction: Direction; age: number | null }[];
  gold: { at: Cell; value: number; dug: number }[];
};

export type CaptureTheFlagState = {
  turn: number;
  turns: number;
  teams: Pair<{
    score: number;
    base: Cell;
    jail: Cell;
    players: { id: number; at: Cell; captured: boolean; captured_since: number | null; flag: number | null }[];
    flags: { id: number; at: Cell; at_home: boolean; carrier: number | null }[];
  }>;
};

export type GameEvent = {
  kind: string;
  seat?: Seat;
  player?: number;
  at: Cell;
  other?: Cell;
  value?: number;
  reason?: string;
  text: string;
};

export type Rejection = { seat: Seat; player: number; reason: string; text: string };

export type Mark =
  | { kind: "cell"; at: [number, number]; colour: number }
  | { kind: "line"; from: [number, number]; to: [number, number]; colour: number }
  | { kind: "text"; at: [number, number]; colour: number; text: string };

/** What a bot did in a turn, beside its orders' effects. */
export type BotRecord = {
  fuel: number;
  memory: number;
  restarted: boolean;
  fault: { kind: string; phase: string; detail: string; text: string } | null;
  violations: { call: string; times: number }[];
  log: string;
  log_dropped: number;
  marks: Mark[];
  draw_dropped: number;
  orders: string[];
};

export type Standing = { score: number; tie_breaks: { name: string; count: number }[] };

export type Frame = {
  leg: number;
  turn: number;
  state: GoldHunterState | CaptureTheFlagState | null;
  sight: string | null;
  drawing: { rows: string[]; seats: string[] };
  events: GameEvent[];
  rejections: Rejection[];
  standings: Pair<Standing>;
  bank_left: Pair<number>;
  hash: string;
  end: { text: string; winner: Seat | null } | null;
  records: Pair<BotRecord | null>;
};

export type Totals = {
  fuel: number;
  worst_turn_fuel: number;
  memory: number;
  faults: number;
  restarts: number;
  rejections: number;
  violations: number;
};

export type Header = {
  format: number;
  ruleset: string;
  ruleset_version: number;
  abi: number;
  botpit: string;
  meter: "wasmtime" | "none";
  sandbox?: { wasmtime: string; triple: string; config: string };
  seed: string;
  options: { [name: string]: unknown };
  policy: { [name: string]: unknown };
  limits: { [name: string]: number };
  bots: Pair<{ name: string; team_name?: string; sha256: string }>;
};

export type LegInfo = { turns: number; size: Size; map: string; layout: Layout | null };

export type Place = [leg: number, turn: number];

/** What a replay's file says of itself. */
export type Facts = {
  header: Header;
  embedded: Pair<boolean>;
  complete: boolean;
  outcome: { text: string; winner: Seat | null; kind: "win" | "draw" | "unresolved" } | null;
  totals: Pair<Totals>;
};

export type FilmInfo = Facts & {
  game: { id: string; title: string; legend: string; budget: "per-turn" | "bank" };
  verified: boolean;
  trouble: string[];
  legs: LegInfo[];
  places: { name: string; places: Place[] }[];
};

export type Charts = {
  score: Pair<number[]>;
  fuel: Pair<number[]>;
  memory: Pair<number[]>;
  fuel_limit: number;
  memory_limit: number;
  bank: boolean;
  bank_left: Pair<number[]>;
};

export type MapInfo = {
  game: string;
  name: string;
  size: Size;
  turns: number;
  layout: Layout;
  text: string;
  contest_text: string | null;
  figures: { count: number; name: string }[];
  symmetry: string | null;
  findings: { severity: "note" | "warning"; code: string; text: string }[];
  state: GoldHunterState | CaptureTheFlagState;
};

export type Option = { name: string; default: string; values: string; help: string };

export type Game = {
  id: string;
  title: string;
  legend: string;
  budget: "per-turn" | "bank";
  replays: number;
  maps: {
    name: string;
    about: string;
    width: number;
    height: number;
    turns: number;
    symmetry: string | null;
    figures: { count: number; name: string }[];
  }[];
  options: Option[];
  generator: Option[];
};

export type Known = { seen: Uint32Array; near: Uint32Array };

/** A figure or thing on the board. */
export type Sprite = {
  key: string;
  shape: "hunter" | "worker" | "runner" | "bullet" | "gold" | "flag" | "base" | "spawn" | "glyph" | "corpse";
  x: number;
  y: number;
  /** 0 up, 1 right, 2 down, 3 left. */
  facing?: number;
  seat?: Seat;
  label?: string;
  badge?: string;
  /** Gold: how far it is dug. Bullet: 1 in flight, 0 waiting. Corpse: 0 fresh to 1 faded. */
  progress?: number;
  dim?: boolean;
  /** Which of how many that share a jail's cell. */
  captive?: { place: number; of: number };
};

/** Something that happened in the turn that led to a scene. */
export type Effect = {
  kind: "shot" | "death" | "dig" | "extract" | "capture" | "pickup" | "score" | "free" | "return" | "blocked";
  x: number;
  y: number;
  tox?: number;
  toy?: number;
  seat?: Seat;
  /** What was gained. */
  value?: number;
};

/** Everything that the board draws of one turn. */
export type Scene = {
  width: number;
  height: number;
  /** Row by row: 0 unknown, 1 free, 2 blocked, 3 and 4 free in the half of A and of B. */
  ground: Uint8Array;
  /** Row by row: 0 seen now, 1 not seen now, 2 never seen. */
  dim: Uint8Array | null;
  sprites: Sprite[];
  effects: Effect[];
};

export type SceneOptions = {
  seenBy: SeenBy;
  /** What the team has ever seen, where that is shown; null or absent for the moment's view alone. */
  known?: Known | null;
  /** The turn in which the gold of a cell was extracted, by `y * width + x`; Gold Hunter's memory of gold needs it. */
  extracted?: Map<number, number>;
  /** Who died not long ago; age 0 is now, 1 is forgotten. */
  corpses?: Corpse[];
};

export type Corpse = { at: Cell; seat: Seat; player: number; age: number };

export type Path = { from: [number, number]; to: [number, number]; kind: string };

export type MapText = { name: string; text: string };
export type OpenedFile = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** A part of the page with a tab of its own. */
export type Section = {
  show(): void;
  hide(): void;
  receive?(file: OpenedFile): void;
  useMap?(map: MapText): void;
  /** Whether something would be lost if the page were closed now. */
  hasUnsaved(): boolean;
};

/** What the parts of the page ask of the page. */
export type App = {
  openReplay(name: string, bytes: Uint8Array): void;
  playMap(map: MapText): void;
  editMap(map: MapText): void;
  say(text: string): void;
  fail(text: string): void;
};
