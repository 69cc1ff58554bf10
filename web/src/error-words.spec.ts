import { ParleyError } from '@parley/client';

import { inWords } from './error-words.js';

it.each([4002, 4003, 4004, 4005, 4006, 4029, 'offline', 'stopped', 'storage', 'token'] as const)(
  'has a sentence for %s, without its code',
  (code) => {
    const words = inWords(new ParleyError(code, {}));
    expect(words).toMatch(/^[A-Z].*\.$/);
    expect(words).not.toMatch(/\d{4}/);
  },
);

it('names what is wrong with which field', () => {
  const detail = { 'extra_fields.media.0.media_url': ['It is no address.'], name: ['It is too long.'] };
  expect(inWords(new ParleyError(4003, detail))).toBe(
    'That was not accepted. Address: It is no address. Name: It is too long.',
  );
});

it('says when to try again', () => {
  expect(inWords(new ParleyError(4029, 'Too fast.', 2.4))).toBe('That was too fast. Try again in 3 s.');
});
