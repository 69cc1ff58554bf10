import { validate, version } from 'uuid';

import { newMessageId } from './draft.js';

it('newMessageId returns a different UUID 7 on every call', () => {
  const ids = Array.from({ length: 10_000 }, newMessageId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
});

it('newMessageId returns an id that starts with the time of its creation', () => {
  const before = Date.now();
  const at = parseInt(newMessageId().replaceAll('-', '').slice(0, 12), 16);
  expect(at).toBeGreaterThanOrEqual(before);
  expect(at).toBeLessThanOrEqual(Date.now());
});
