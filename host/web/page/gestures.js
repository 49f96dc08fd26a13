// Pointers on a canvas: dragging, pinching, the wheel, tapping, hovering.

/** What moves farther than this, in CSS pixels, is no tap. */
const TAP_SLACK = 6;
/** How much a wheel's step zooms. */
const WHEEL_ZOOM = 0.0016;

/**
 * Positions are in client coordinates.
 * @typedef {{
 *   start(x: number, y: number): boolean,
 *   take(x: number, y: number): void,
 *   pan(dx: number, dy: number): void,
 *   zoom(factor: number, x: number, y: number): void,
 *   tap(event: PointerEvent): void,
 *   hover(x: number, y: number): void,
 *   leave(): void,
 * }} Gestures `start` is asked at a press whether the drag is taken; then `take` is called instead of `pan`
 */

/**
 * Listens on a canvas until the signal is aborted.
 * @param {HTMLCanvasElement} canvas
 * @param {Gestures} gestures
 * @param {AbortSignal} signal
 */
export function listen(canvas, gestures, signal) {
  /** @type {Map<number, {x: number, y: number}>} */
  const pointers = new Map();
  let travelled = 0;
  let taken = false;

  /** @param {PointerEvent} event */
  function down(event) {
    if (event.button !== 0) {
      return;
    }
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pointers.size === 1) {
      travelled = 0;
      taken = gestures.start(event.clientX, event.clientY);
    } else {
      travelled = Infinity;
    }
  }

  /** @param {PointerEvent} event */
  function move(event) {
    const last = pointers.get(event.pointerId);
    if (!last) {
      gestures.hover(event.clientX, event.clientY);
      return;
    }
    const [dx, dy] = [event.clientX - last.x, event.clientY - last.y];
    travelled += Math.abs(dx) + Math.abs(dy);
    if (pointers.size === 2) {
      pinch(event, last);
    } else if (taken) {
      gestures.take(event.clientX, event.clientY);
    } else if (travelled > TAP_SLACK) {
      gestures.pan(dx, dy);
    }
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /**
   * @param {PointerEvent} event
   * @param {{x: number, y: number}} last
   */
  function pinch(event, last) {
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) {
      return;
    }
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const [x, y] = [(event.clientX + other.x) / 2, (event.clientY + other.y) / 2];
    gestures.pan((event.clientX - last.x) / 2, (event.clientY - last.y) / 2);
    gestures.zoom(after / Math.max(before, 1), x, y);
  }

  /** @param {PointerEvent} event */
  function up(event) {
    const wasTap = pointers.delete(event.pointerId) && travelled <= TAP_SLACK && event.type === "pointerup";
    if (wasTap) {
      gestures.tap(event);
    }
  }

  /** @param {WheelEvent} event */
  function wheel(event) {
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 30 : event.deltaY;
    gestures.zoom(Math.exp(-pixels * WHEEL_ZOOM), event.clientX, event.clientY);
  }

  canvas.addEventListener("pointerdown", down, { signal });
  canvas.addEventListener("pointermove", move, { signal });
  canvas.addEventListener("pointerup", up, { signal });
  canvas.addEventListener("pointercancel", up, { signal });
  canvas.addEventListener("pointerleave", () => gestures.leave(), { signal });
  canvas.addEventListener("wheel", wheel, { passive: false, signal });
}
