import { counted } from './counted.js';

it.each([
  [0, '0 rooms'],
  [1, '1 room'],
  [1_204, '1,204 rooms'],
])('counts %d', (count, text) => expect(counted(count, 'room')).toBe(text));
