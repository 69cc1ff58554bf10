import { validate, version } from 'uuid';

import { newMessageId } from './message-id.js';

it('is a UUID 7 of its own, whoever draws how many', () => {
  const ids = Array.from({ length: 10_000 }, newMessageId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
});

it('tells when it was made', () => {
  const before = Date.now();
  const at = parseInt(newMessageId().replaceAll('-', '').slice(0, 12), 16);
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});
