// What happened in a turn, drawn over the figures; `progress` 1 is how it stays to be seen.

/** @typedef {import("./types").Effect} Effect */
/** @typedef {import("./theme.js").Theme} Theme */
/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {{toX: (x: number) => number, toY: (y: number) => number, size: number, progress: number, theme: Theme}} Stage */

/** @type {Record<Effect["kind"], (context: Context, effect: Effect, stage: Stage) => void>} */
const KINDS = { shot, death, dig, extract, capture, pickup, score, free, return: flagBack, blocked };

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
export function drawEffect(context, effect, stage) {
  context.save();
  context.lineCap = "round";
  context.lineJoin = "round";
  KINDS[effect.kind](context, effect, stage);
  context.restore();
}

/**
 * @param {Stage} stage
 * @param {Effect} effect
 */
function colourOf({ theme }, { seat }) {
  return seat ? theme[`board-${seat}`] : theme.ink;
}

/**
 * Strokes the path twice, so that it is seen on any ground.
 * @param {Context} context
 * @param {Stage} stage
 * @param {string} colour
 * @param {number} width of cells
 */
function strokeCased(context, { size, theme }, colour, width) {
  context.strokeStyle = theme["board-casing"];
  context.lineWidth = (width + 0.06) * size;
  context.stroke();
  context.strokeStyle = colour;
  context.lineWidth = width * size;
  context.stroke();
}

/**
 * Rays around a cell's middle.
 * @param {Context} context
 * @param {Stage} stage
 * @param {{x: number, y: number}} at
 * @param {{count: number, from: number, to: number}} rays lengths in cells
 */
function rays(context, { toX, toY, size }, at, { count, from, to }) {
  context.beginPath();
  for (let ray = 0; ray < count; ray++) {
    const angle = (2 * Math.PI * (ray + 0.5)) / count;
    const [dx, dy] = [Math.cos(angle) * size, Math.sin(angle) * size];
    context.moveTo(toX(at.x) + dx * from, toY(at.y) + dy * from);
    context.lineTo(toX(at.x) + dx * to, toY(at.y) + dy * to);
  }
}

/**
 * @param {Context} context
 * @param {Stage} stage
 * @param {{x: number, y: number}} at
 * @param {number} radius in cells
 * @param {number} [from] where the arc begins, in turns
 * @param {number} [share] how much of the circle there is
 */
function ring(context, { toX, toY, size }, at, radius, from = 0, share = 1) {
  context.beginPath();
  const start = 2 * Math.PI * from - Math.PI / 2;
  context.arc(toX(at.x), toY(at.y), radius * size, start, start + 2 * Math.PI * share);
}

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 * @param {string} colour
 */
function dashedWay(context, effect, stage, colour) {
  if (effect.tox === undefined || effect.toy === undefined) {
    return;
  }
  const { toX, toY, size, progress } = stage;
  const [x, y] = [toX(effect.x), toY(effect.y)];
  context.save();
  context.globalAlpha *= 0.75;
  context.setLineDash([0.18 * size, 0.2 * size]);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + (toX(effect.tox) - x) * progress, y + (toY(effect.toy) - y) * progress);
  strokeCased(context, stage, colour, 0.06);
  context.restore();
}

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 * @param {string} colour
 */
function gain(context, { x, y, value }, { toX, toY, size, progress, theme }, colour) {
  if (value === undefined || size < 10) {
    return;
  }
  const top = toY(y) - (0.25 + 0.45 * progress) * size;
  context.font = `800 ${Math.round(Math.max(11, 0.5 * size))}px system-ui, sans-serif`;
  context.direction = "ltr";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.strokeStyle = theme["board-casing"];
  context.lineWidth = Math.max(3, 0.14 * size);
  context.strokeText(`+${value}`, toX(x), top);
  context.fillStyle = colour;
  context.fillText(`+${value}`, toX(x), top);
}

/**
 * The flash of a gun, or where a bullet came to its end.
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function shot(context, effect, stage) {
  const { tox = effect.x, toy = effect.y } = effect;
  const isEnd = tox !== effect.x || toy !== effect.y;
  context.globalAlpha *= isEnd ? stage.progress : 1 - 0.6 * stage.progress;
  rays(context, stage, { x: tox, y: toy }, isEnd ? { count: 6, from: 0.1, to: 0.26 } : { count: 8, from: 0.38, to: 0.5 });
  strokeCased(context, stage, stage.theme["board-bullet"], 0.06);
}

/**
 * A ring that spreads; the cross that stays is a sprite.
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function death(context, effect, stage) {
  context.globalAlpha *= 1 - stage.progress;
  ring(context, stage, effect, 0.2 + 0.6 * stage.progress);
  strokeCased(context, stage, stage.theme.alarm, 0.09);
}

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function dig(context, { x, y }, stage) {
  const { toX, toY, size, theme } = stage;
  context.beginPath();
  for (const [dx, dy] of [[-0.32, -0.3], [-0.1, -0.46], [0.14, -0.46], [0.34, -0.3]]) {
    context.moveTo(toX(x) + dx * size, toY(y) + dy * size);
    context.lineTo(toX(x) + dx * 1.22 * size, toY(y) + dy * 1.22 * size);
  }
  strokeCased(context, stage, theme["board-gold-edge"], 0.07);
}

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function extract(context, effect, stage) {
  const spread = 0.15 * stage.progress;
  rays(context, stage, effect, { count: 10, from: 0.34 + spread, to: 0.46 + spread });
  strokeCased(context, stage, stage.theme["board-gold"], 0.07);
  gain(context, effect, stage, stage.theme["board-gold-edge"]);
}

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function capture(context, effect, stage) {
  const colour = colourOf(stage, effect);
  dashedWay(context, effect, stage, colour);
  ring(context, stage, effect, 0.4);
  strokeCased(context, stage, stage.theme.alarm, 0.09);
  const { toX, toY, size } = stage;
  context.beginPath();
  for (const dx of [-0.15, 0.15]) {
    context.moveTo(toX(effect.x) + dx * size, toY(effect.y) - 0.3 * size);
    context.lineTo(toX(effect.x) + dx * size, toY(effect.y) + 0.3 * size);
  }
  strokeCased(context, stage, stage.theme.alarm, 0.07);
}

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function pickup(context, effect, stage) {
  ring(context, stage, effect, 0.46, 0, Math.max(0.02, stage.progress));
  strokeCased(context, stage, colourOf(stage, effect), 0.07);
}

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function score(context, effect, stage) {
  const colour = colourOf(stage, effect);
  dashedWay(context, effect, stage, colour);
  const spread = 0.15 * stage.progress;
  rays(context, stage, effect, { count: 10, from: 0.4 + spread, to: 0.55 + spread });
  strokeCased(context, stage, colour, 0.08);
  gain(context, effect, stage, stage.theme.ink);
}

/**
 * A ring that has sprung open.
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function free(context, effect, stage) {
  dashedWay(context, effect, stage, colourOf(stage, effect));
  ring(context, stage, effect, 0.45, 0.12, 1 - 0.24 * stage.progress);
  strokeCased(context, stage, stage.theme.good, 0.08);
}

/**
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function flagBack(context, effect, stage) {
  dashedWay(context, effect, stage, stage.theme.ink);
}

/**
 * A bar at the side that would not give way.
 * @param {Context} context
 * @param {Effect} effect
 * @param {Stage} stage
 */
function blocked(context, { x, y, tox, toy }, stage) {
  if (tox === undefined || toy === undefined) {
    return;
  }
  const { toX, toY, size, theme } = stage;
  const [dx, dy] = [tox - x, toy - y];
  const [middleX, middleY] = [toX(x) + dx * 0.46 * size, toY(y) + dy * 0.46 * size];
  context.beginPath();
  context.moveTo(middleX - dy * 0.2 * size, middleY - dx * 0.2 * size);
  context.lineTo(middleX + dy * 0.2 * size, middleY + dx * 0.2 * size);
  strokeCased(context, stage, theme.faint, 0.07);
}
