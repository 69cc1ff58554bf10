import fc from 'fast-check';

import { inside, MAX_ZOOM, middleOf, moved, sideOf, zoomed } from './crop.js';
import type { Crop, Size } from './crop.js';

const WIDE: Size = { width: 900, height: 600 };

describe('the crop of a picture', () => {
  it('begins as the largest square in the middle', () => {
    expect([middleOf(WIDE), sideOf(WIDE, middleOf(WIDE))]).toEqual([{ x: 450, y: 300, zoom: 1 }, 600]);
  });

  it('follows the picture, to its edges', () => {
    expect(moved(WIDE, middleOf(WIDE), 0.1, 0)).toEqual({ x: 390, y: 300, zoom: 1 });
    expect(moved(WIDE, middleOf(WIDE), -0.1, 0.5)).toEqual({ x: 510, y: 300, zoom: 1 });
    expect(moved(WIDE, middleOf(WIDE), 9, 0)).toEqual({ x: 300, y: 300, zoom: 1 });
  });

  it('is a smaller square when the picture is larger, up to a bound', () => {
    expect(sideOf(WIDE, zoomed(WIDE, middleOf(WIDE), 2))).toBe(300);
    expect(zoomed(WIDE, middleOf(WIDE), 99).zoom).toBe(MAX_ZOOM);
    expect(zoomed(WIDE, middleOf(WIDE), 0.1).zoom).toBe(1);
  });

  it('is inside of the picture after any change', () => {
    const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    const size = fc.record({ width: fc.integer({ min: 1, max: 9_999 }), height: fc.integer({ min: 1, max: 9_999 }) });
    fc.assert(
      fc.property(size, fc.record({ x: numbers, y: numbers, zoom: numbers }), (picture: Size, crop: Crop) => {
        const { x, y, zoom } = inside(picture, crop);
        const half = sideOf(picture, { zoom }) / 2;
        const slack = 1e-6;
        expect(x - half).toBeGreaterThanOrEqual(-slack);
        expect(y - half).toBeGreaterThanOrEqual(-slack);
        expect(x + half).toBeLessThanOrEqual(picture.width + slack);
        expect(y + half).toBeLessThanOrEqual(picture.height + slack);
      }),
    );
  });
});
