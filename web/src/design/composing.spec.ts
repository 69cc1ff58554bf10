import { isComposing } from './composing.js';

it.each([
  [true, 13, true],
  [true, 229, true],
  [false, 229, true],
  [false, 13, false],
])('a key with isComposing %s and the code %i belongs to a composition: %s', (composing, code, belongs) => {
  const key = { isComposing: composing, keyCode: code } as unknown as KeyboardEvent;
  expect(isComposing(key)).toBe(belongs);
});
