// Figures and things, drawn as paths in a square of side 1 around the origin.

/** @typedef {import("./types").Sprite} Sprite */
/** @typedef {import("./types").Seat} Seat */
/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {CanvasRenderingContext2D} Context */

/** From this size on, in CSS pixels, cells show numbers. */
const LABELS_FROM = 24;
/** From this size on they show a second number. */
const BADGES_FROM = 36;
/** Below this size figures are drawn without details. */
const DETAILS_FROM = 9;
/** The outline of figures. */
const OUTLINE = 0.055;
/** How visible is what is only remembered. */
const REMEMBERED = 0.5;

/**
 * Where and how a sprite is drawn: its middle and the size of a cell in device pixels, `cell` in CSS pixels.
 * @typedef {{x: number, y: number, size: number, cell: number, turn: number, theme: Theme}} Spot
 */

/** @type {Record<Sprite["shape"], (context: Context, sprite: Sprite, spot: Spot) => void>} */
const SHAPES = { hunter, worker, runner, bullet, gold, flag, base, spawn, glyph, corpse };

/**
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 * @param {number} alpha
 */
export function drawSprite(context, sprite, spot, alpha) {
  context.save();
  context.globalAlpha = alpha * (sprite.dim ? REMEMBERED : 1);
  context.translate(spot.x, spot.y);
  if (sprite.captive) {
    intoCellOfJail(context, sprite.captive, spot.size);
  }
  context.scale(spot.size, spot.size);
  context.lineWidth = OUTLINE;
  context.lineJoin = "round";
  context.lineCap = "round";
  SHAPES[sprite.shape](context, sprite, spot);
  context.restore();
}

/**
 * Captives stand side by side around the base that is their jail.
 * @param {Context} context
 * @param {NonNullable<Sprite["captive"]>} captive
 * @param {number} size
 */
function intoCellOfJail(context, { place, of }, size) {
  const spread = of > 1 ? (place / (of - 1) - 0.5) * Math.min(1.1, 0.4 * of) : 0;
  context.translate(spread * size, 0.34 * size);
  context.scale(0.62, 0.62);
}

/**
 * @param {Theme} theme
 * @param {Seat | undefined} seat
 */
function fillOf(theme, seat) {
  return seat ? theme[`board-${seat}`] : theme.ink;
}

/**
 * @param {Theme} theme
 * @param {Seat | undefined} seat
 */
function inkOf(theme, seat) {
  return seat ? theme[`board-${seat}-ink`] : theme.ink;
}

/**
 * The outline that tells the teams apart without colour: A is round, B is square.
 * @param {Context} context
 * @param {Seat | undefined} seat
 * @param {number} radius
 */
function bodyPath(context, seat, radius) {
  context.beginPath();
  if (seat === "b") {
    const half = radius * 0.9;
    context.roundRect(-half, -half, 2 * half, 2 * half, radius * 0.28);
  } else {
    context.arc(0, 0, radius, 0, 2 * Math.PI);
  }
}

/**
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {number} radius
 * @param {Theme} theme
 */
function body(context, { seat }, radius, theme) {
  bodyPath(context, seat, radius);
  context.fillStyle = fillOf(theme, seat);
  context.strokeStyle = theme["board-outline"];
  context.fill();
  context.stroke();
}

/**
 * A number in the middle; fonts are set in pixels, since scaled ones blur.
 * @param {Context} context
 * @param {string | undefined} text
 * @param {Spot} spot
 * @param {string} colour
 * @param {{x?: number, y?: number, height?: number, from?: number, casing?: string}} [where]
 */
function label(context, text, { size, cell }, colour, { x = 0, y = 0, height = 0.36, from = LABELS_FROM, casing } = {}) {
  if (!text || cell < from) {
    return;
  }
  context.save();
  context.scale(1 / size, 1 / size);
  context.font = `700 ${Math.round(height * size)}px system-ui, sans-serif`;
  context.direction = "ltr";
  context.textAlign = "center";
  context.textBaseline = "middle";
  if (casing) {
    context.strokeStyle = casing;
    context.lineWidth = Math.max(2, 0.09 * size);
    context.strokeText(text, x * size, y * size);
  }
  context.fillStyle = colour;
  context.fillText(text, x * size, (y + 0.02) * size);
  context.restore();
}

/**
 * A gun that points where the hunter looks.
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function hunter(context, sprite, spot) {
  const { theme } = spot;
  context.save();
  context.rotate(spot.turn);
  context.fillStyle = theme["board-outline"];
  context.strokeStyle = theme["board-casing"];
  context.lineWidth = OUTLINE * 0.7;
  // The barrel, and a broad shoulder that makes an arrow of the figure.
  context.beginPath();
  context.moveTo(-0.33, -0.1);
  context.lineTo(-0.11, -0.36);
  context.lineTo(-0.09, -0.54);
  context.lineTo(0.09, -0.54);
  context.lineTo(0.11, -0.36);
  context.lineTo(0.33, -0.1);
  context.closePath();
  context.fill();
  if (spot.cell >= DETAILS_FROM) {
    context.stroke();
  }
  context.restore();
  context.save();
  context.rotate(spot.turn);
  context.translate(0, 0.09);
  context.rotate(-spot.turn);
  body(context, sprite, 0.35, theme);
  label(context, sprite.label, spot, inkOf(theme, sprite.seat));
  context.restore();
  label(context, sprite.badge, spot, theme.ink, { x: 0.36, y: 0.38, height: 0.2, from: BADGES_FROM, casing: theme["board-casing"] });
}

/**
 * A pick at the side to which the worker looks.
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function worker(context, sprite, spot) {
  const { theme } = spot;
  context.save();
  context.rotate(spot.turn);
  for (const [colour, extra] of /** @type {[string, number][]} */ ([[theme["board-casing"], 0.06], [theme["board-outline"], 0]])) {
    context.strokeStyle = colour;
    context.lineWidth = 0.085 + extra;
    context.beginPath();
    context.moveTo(0, -0.1);
    context.lineTo(0, -0.45);
    context.moveTo(-0.32, -0.31);
    context.quadraticCurveTo(0, -0.55, 0.32, -0.31);
    context.stroke();
  }
  context.translate(0, 0.13);
  context.rotate(-spot.turn);
  context.lineWidth = OUTLINE;
  body(context, sprite, 0.3, theme);
  label(context, sprite.label, spot, inkOf(theme, sprite.seat), { height: 0.33 });
  context.restore();
}

/**
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function runner(context, sprite, spot) {
  const { theme } = spot;
  body(context, sprite, 0.33, theme);
  if (sprite.captive) {
    bars(context, sprite, theme);
  } else {
    const aside = sprite.badge === undefined ? {} : { x: -0.1, y: 0.06 };
    label(context, sprite.label, spot, inkOf(theme, sprite.seat), aside);
  }
  if (sprite.badge !== undefined) {
    context.save();
    context.translate(0.26, -0.24);
    context.scale(0.58, 0.58);
    banner(context, sprite.seat === "a" ? "b" : "a", theme);
    context.restore();
  }
}

/**
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Theme} theme
 */
function bars(context, { seat }, theme) {
  context.save();
  bodyPath(context, seat, 0.38);
  context.strokeStyle = theme["board-outline"];
  context.lineWidth = 0.075;
  context.stroke();
  context.clip();
  context.beginPath();
  for (const x of [-0.2, 0, 0.2]) {
    context.moveTo(x, -0.45);
    context.lineTo(x, 0.45);
  }
  context.stroke();
  context.restore();
}

/**
 * Its tail shows where it came from.
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function bullet(context, { progress = 1 }, { turn, theme, cell }) {
  context.rotate(turn);
  if (progress === 0) {
    // It waits in its hunter's cell, and is to be seen beside the hunter.
    context.translate(0, -0.46);
    context.scale(0.8, 0.8);
  } else {
    const tail = context.createLinearGradient(0, 0, 0, 1.1);
    tail.addColorStop(0, theme["board-bullet"]);
    tail.addColorStop(1, "transparent");
    context.fillStyle = tail;
    context.beginPath();
    context.moveTo(-0.11, 0);
    context.lineTo(0, 1.1);
    context.lineTo(0.11, 0);
    context.fill();
  }
  context.beginPath();
  context.roundRect(-0.12, -0.2, 0.24, 0.36, [0.12, 0.12, 0.04, 0.04]);
  context.fillStyle = theme["board-bullet"];
  context.strokeStyle = theme["board-casing"];
  context.lineWidth = cell >= DETAILS_FROM ? OUTLINE : 0.1;
  context.stroke();
  context.fill();
}

/**
 * A nugget, with a ring that closes as it is dug.
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function gold(context, sprite, spot) {
  const { theme } = spot;
  context.beginPath();
  for (const [x, y] of [[-0.26, 0.08], [-0.15, -0.17], [0.05, -0.24], [0.23, -0.1], [0.27, 0.12], [0.08, 0.24], [-0.16, 0.22]]) {
    context.lineTo(x, y);
  }
  context.closePath();
  context.fillStyle = theme["board-gold"];
  context.strokeStyle = theme["board-gold-edge"];
  context.fill();
  context.stroke();
  if (!sprite.label && spot.cell >= DETAILS_FROM) {
    context.beginPath();
    context.moveTo(-0.1, -0.04);
    context.lineTo(0.04, -0.12);
    context.lineTo(0.13, 0);
    context.lineWidth = OUTLINE * 0.7;
    context.stroke();
  }
  label(context, sprite.label, spot, theme["board-gold-ink"], { height: 0.32, from: LABELS_FROM * 0.8 });
  if (sprite.progress) {
    context.beginPath();
    context.arc(0, 0, 0.42, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * sprite.progress);
    context.strokeStyle = theme["board-casing"];
    context.lineWidth = 0.16;
    context.stroke();
    context.strokeStyle = theme["board-gold-edge"];
    context.lineWidth = 0.09;
    context.stroke();
  }
}

/**
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function flag(context, { seat = "a", label: text }, spot) {
  banner(context, seat, spot.theme);
  label(context, text, spot, inkOf(spot.theme, seat), { x: seat === "a" ? 0 : 0.02, y: -0.14, height: 0.24 });
}

/**
 * A's flag is a triangle, B's is notched.
 * @param {Context} context
 * @param {Seat} seat
 * @param {Theme} theme
 */
function banner(context, seat, theme) {
  context.strokeStyle = theme["board-outline"];
  context.lineWidth = 0.09;
  context.beginPath();
  context.moveTo(-0.22, 0.4);
  context.lineTo(-0.22, -0.38);
  context.stroke();
  context.lineWidth = OUTLINE;
  context.beginPath();
  context.moveTo(-0.2, -0.38);
  if (seat === "a") {
    context.lineTo(0.38, -0.13);
    context.lineTo(-0.2, 0.12);
  } else {
    context.lineTo(0.36, -0.38);
    context.lineTo(0.22, -0.13);
    context.lineTo(0.36, 0.12);
    context.lineTo(-0.2, 0.12);
  }
  context.closePath();
  context.fillStyle = fillOf(theme, seat);
  context.fill();
  context.stroke();
}

/**
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function base(context, { seat, label: text }, spot) {
  const { theme } = spot;
  context.beginPath();
  context.moveTo(-0.46, -0.02);
  context.lineTo(0, -0.46);
  context.lineTo(0.46, -0.02);
  context.lineTo(0.36, -0.02);
  context.lineTo(0.36, 0.44);
  context.lineTo(-0.36, 0.44);
  context.lineTo(-0.36, -0.02);
  context.closePath();
  context.fillStyle = theme["board-free"];
  context.fill();
  context.strokeStyle = fillOf(theme, seat);
  context.lineWidth = 0.1;
  context.stroke();
  label(context, text, spot, theme.ink, { y: 0.12, height: 0.4, from: DETAILS_FROM * 1.5 });
}

/**
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function spawn(context, { seat }, { theme }) {
  bodyPath(context, seat, 0.44);
  context.strokeStyle = fillOf(theme, seat);
  context.lineWidth = 0.06;
  context.setLineDash([0.14, 0.12]);
  context.stroke();
}

/**
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function glyph(context, { seat, label: text }, spot) {
  label(context, text, spot, fillOf(spot.theme, seat), { height: 0.8, from: 0 });
}

/**
 * A cross that fades over a few turns.
 * @param {Context} context
 * @param {Sprite} sprite
 * @param {Spot} spot
 */
function corpse(context, { seat, progress = 0 }, { theme }) {
  context.globalAlpha *= 1 - 0.75 * progress;
  bodyPath(context, seat, 0.36);
  context.strokeStyle = fillOf(theme, seat);
  context.lineWidth = 0.06;
  context.stroke();
  for (const [colour, width] of /** @type {[string, number][]} */ ([[theme["board-casing"], 0.2], [theme.alarm, 0.11]])) {
    context.beginPath();
    context.moveTo(-0.27, -0.27);
    context.lineTo(0.27, 0.27);
    context.moveTo(0.27, -0.27);
    context.lineTo(-0.27, 0.27);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  }
}
