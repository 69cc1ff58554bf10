import { ageOf } from './option-values.js';

describe('ageOf', () => {
  it.each([
    ['90s', 90],
    ['15m', 900],
    ['12h', 43_200],
    ['3d', 259_200],
  ])('parses %s', (age, seconds) => expect(ageOf('--older-than', age)).toBe(seconds));

  it.each(['3', '90', '0d', '-1h', '1.5d', '3 d', '3D', 'd', 'old', ''])('rejects %j, with examples', (age) => {
    expect(() => ageOf('--older-than', age)).toThrow(
      '--older-than must be an age with a unit, such as 3d, 12h, 15m or 90s.',
    );
  });
});
