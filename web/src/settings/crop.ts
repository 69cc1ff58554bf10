/** A picture, or a part of it, in its pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The square of a picture that is kept. */
export interface Crop {
  /** Its middle, in pixels of the picture. */
  readonly x: number;
  readonly y: number;
  /** 1: the largest square. */
  readonly zoom: number;
}

export const MAX_ZOOM = 5;

/** The largest square in the middle. */
export const middleOf = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 });

/** The side of the square in pixels of the picture. */
export const sideOf = ({ width, height }: Size, { zoom }: Pick<Crop, 'zoom'>): number => Math.min(width, height) / zoom;

const between = (least: number, value: number, most: number): number => Math.min(Math.max(value, least), most);

/** The crop that is nearest to this one and inside of the picture. */
export function inside(size: Size, crop: Crop): Crop {
  const zoom = between(1, crop.zoom, MAX_ZOOM);
  const half = sideOf(size, { zoom }) / 2;
  return { x: between(half, crop.x, size.width - half), y: between(half, crop.y, size.height - half), zoom };
}

/**
 * Moves the picture under the square.
 * @param right in sides of the square, as the next
 */
export function moved(size: Size, crop: Crop, right: number, down: number): Crop {
  const side = sideOf(size, crop);
  return inside(size, { ...crop, x: crop.x - right * side, y: crop.y - down * side });
}

/** @param factor over 1: the picture becomes larger */
export const zoomed = (size: Size, crop: Crop, factor: number): Crop =>
  inside(size, { ...crop, zoom: crop.zoom * factor });
