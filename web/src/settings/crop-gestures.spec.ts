import { CropPointers, stepOfKey, stepOfWheel } from './crop-gestures.js';
import { middleOf } from './crop.js';

const SQUARE = { width: 200, height: 100 };
const MIDDLE = middleOf(SQUARE);

const at = (pointerId: number, clientX: number, clientY = 0): PointerEvent =>
  ({ pointerId, clientX, clientY }) as PointerEvent;

describe('the gestures of a crop', () => {
  it('are the arrow keys, with Shift in smaller steps', () => {
    expect(stepOfKey({ key: 'ArrowRight', shiftKey: false })?.(SQUARE, MIDDLE).x).toBe(95);
    expect(stepOfKey({ key: 'ArrowLeft', shiftKey: true })?.(SQUARE, MIDDLE).x).toBe(101);
    expect(stepOfKey({ key: 'a', shiftKey: false })).toBeUndefined();
  });

  it('are plus, minus and the wheel for the size', () => {
    const larger = stepOfKey({ key: '+', shiftKey: false })!(SQUARE, MIDDLE);
    expect(larger.zoom).toBeCloseTo(1.1);
    expect(stepOfKey({ key: '-', shiftKey: false })!(SQUARE, larger).zoom).toBeCloseTo(1);
    expect(stepOfWheel({ deltaY: -500 })(SQUARE, MIDDLE).zoom).toBe(2);
  });

  it('are one pointer that is down, which moves the picture', () => {
    const pointers = new CropPointers();
    expect(pointers.move(at(1, 10), 100)).toBeUndefined();
    pointers.press(at(1, 0));
    expect(pointers.move(at(1, 10), 100)?.(SQUARE, MIDDLE).x).toBe(90);
    pointers.release(at(1, 10));
    expect(pointers.move(at(1, 20), 100)).toBeUndefined();
  });

  it('are two pointers, whose distance is the size', () => {
    const pointers = new CropPointers();
    pointers.press(at(1, 0));
    pointers.press(at(2, 50));
    expect(pointers.move(at(2, 100), 100)?.(SQUARE, MIDDLE).zoom).toBe(2);
  });
});
