import { moved, zoomed } from './crop.js';
import type { Crop, Size } from './crop.js';

export type CropStep = (size: Size, crop: Crop) => Crop;

/** In sides of the square. */
const STEP = 0.05;
const FINE_STEP = 0.01;
const ZOOM_STEP = 1.1;
/** Of a wheel: the pixels of its rotation that double the picture. */
const WHEEL_PIXELS = 500;

const MOVES: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const ZOOMS: Readonly<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP };

/** The arrow keys move the picture, with Shift in small steps; plus and minus change its size. */
export function stepOfKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): CropStep | undefined {
  const zoom = ZOOMS[key];
  if (zoom !== undefined) return (size, crop) => zoomed(size, crop, zoom);
  const step = shiftKey ? FINE_STEP : STEP;
  const [right, down] = MOVES[key] ?? [];
  return right === undefined || down === undefined
    ? undefined
    : (size, crop) => moved(size, crop, right * step, down * step);
}

export const stepOfWheel =
  ({ deltaY }: Pick<WheelEvent, 'deltaY'>): CropStep =>
  (size, crop) =>
    zoomed(size, crop, 2 ** (-deltaY / WHEEL_PIXELS));

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pointers that are down: one moves the picture, two change its size as well. */
export class CropPointers {
  private readonly down = new Map<number, Point>();

  press({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    this.down.set(pointerId, { x, y });
  }

  release({ pointerId }: PointerEvent): void {
    this.down.delete(pointerId);
  }

  /** @param side of the square in pixels of the page @returns undefined for a pointer that is not down */
  move({ pointerId, clientX: x, clientY: y }: PointerEvent, side: number): CropStep | undefined {
    const from = this.down.get(pointerId);
    if (!from || this.down.size > 2) return undefined;
    const [other] = [...this.down].flatMap(([id, point]) => (id === pointerId ? [] : [point]));
    this.down.set(pointerId, { x, y });
    const [right, down] = [(x - from.x) / side, (y - from.y) / side];
    if (!other) return (size, crop) => moved(size, crop, right, down);
    // The middle between two pointers moves half as far as one of them.
    const factor = distance({ x, y }, other) / Math.max(distance(from, other), 1);
    return (size, crop) => moved(size, zoomed(size, crop, factor), right / 2, down / 2);
  }
}

const distance = (one: Point, two: Point): number => Math.hypot(one.x - two.x, one.y - two.y);
