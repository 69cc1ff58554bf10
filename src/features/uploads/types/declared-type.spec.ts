import { matches } from './declared-type.js';
import { MIME_TYPES } from './mime-types.js';

describe('a declared type', () => {
  it('matches bytes of the same type', () => {
    expect(MIME_TYPES.file.filter((type) => !matches(type, type))).toEqual([]);
  });

  it.each([
    ['audio/mp4', 'video/mp4'],
    ['video/quicktime', 'video/mp4'],
    ['audio/ogg', 'audio/opus'],
    ['video/ogg', 'application/ogg'],
    ['video/x-matroska', 'video/webm'],
    ['text/csv', 'text/plain'],
    ['application/msword', 'application/x-cfb'],
  ])('%s matches %s', (declared, found) => expect(matches(declared, found)).toBe(true));

  it.each([
    ['image/png', 'image/jpeg'],
    ['image/png', 'text/plain'],
    ['video/webm', 'video/x-matroska'],
    ['audio/opus', 'audio/ogg'],
    ['audio/ogg', 'video/ogg'],
    ['application/pdf', 'application/x-cfb'],
    ['application/msword', 'text/plain'],
    ['constructor', 'constructor '],
    ['text/plain', 'constructor'],
    ['text/plain', '__proto__'],
  ])('%s does not match %s', (declared, found) => expect(matches(declared, found)).toBe(false));
});
