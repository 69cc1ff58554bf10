import { replaced } from './use-suggestions.js';

it('what was written before the caret is replaced, and the caret stands behind it', () => {
  expect(replaced('hi @b, you', 5, 1, 'Bob.B')).toEqual({ text: 'hi @Bob.B , you', caret: 10 });
  expect(replaced('@', 1, 0, 'ada')).toEqual({ text: '@ada ', caret: 5 });
  expect(replaced('so :smi good', 7, 4, '😄')).toEqual({ text: 'so 😄 good', caret: 6 });
});
