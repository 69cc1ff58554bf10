import { ParleyError } from '@parley/client';

import { errorMessage } from './error-message.js';
import { showLanguage } from './languages/translate.js';

beforeAll(() => showLanguage('en'));

it.each([4002, 4003, 4004, 4005, 4006, 4029, 'offline', 'stopped', 'storage', 'token'] as const)(
  'the message of error %s is a sentence without the code',
  (code) => {
    const words = errorMessage(new ParleyError(code, {}));
    expect(words).toMatch(/^[A-Z].*\.$/);
    expect(words).not.toMatch(/\d{4}/);
  },
);

it('the message of an invalid request names each field and its errors', () => {
  const detail = { 'extra_fields.media.0.media_url': ['It is not a URL.'], name: ['It is too long.'] };
  expect(errorMessage(new ParleyError(4003, detail))).toBe(
    'Invalid input. URL: It is not a URL. Name: It is too long.',
  );
});

it('the message of a rate limit names the time of the next attempt', () => {
  expect(errorMessage(new ParleyError(4029, 'Too fast.', 2.4))).toBe('Too many requests. Try again in 3 s.');
});
