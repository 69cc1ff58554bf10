import { counted, sizeText } from './quantities.js';

describe('sizeText', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [38_234_567, '38.2 MB'],
    [999_949_999, '999.9 MB'],
    [999_950_000, '1 GB'],
    [5e12, '5 TB'],
    [5e15, '5,000 TB'],
  ])('prints %d bytes as %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
});

it.each([
  [0, '0 rooms'],
  [1, '1 room'],
  [1_204, '1,204 rooms'],
])('counts %d', (count, text) => expect(counted(count, 'room')).toBe(text));
