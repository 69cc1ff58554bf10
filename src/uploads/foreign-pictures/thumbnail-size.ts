import { THUMBNAIL_SIDE } from '../pictures/picture-job.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the small picture of another one, in pixels. */
export function thumbnailSize(width: number, height: number): Size {
  const scale = Math.min(1, THUMBNAIL_SIDE / Math.max(width, height));
  const scaled = (side: number): number => Math.max(1, Math.round(side * scale));
  return { width: scaled(width), height: scaled(height) };
}
