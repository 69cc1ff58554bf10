import { wantsNotice } from './attention.js';
import type { Occasion } from './attention.js';

const PLAIN: Occasion = { roomLevel: null, isMuted: false, userLevel: 'all', isMention: false, quietHours: null };
const NOON = new Date('2026-06-01T12:00:00Z');
const NIGHT = { from: '22:00', to: '07:00', timezone: 'UTC' };

it.each<[Partial<Occasion>, boolean]>([
  [{}, true],
  [{ userLevel: 'mentions' }, false],
  [{ userLevel: 'mentions', isMention: true }, true],
  [{ userLevel: 'none', isMention: true }, false],
  [{ userLevel: 'none', roomLevel: 'all' }, true],
  [{ roomLevel: 'mentions' }, false],
  [{ isMuted: true, isMention: true }, false],
  [{ quietHours: NIGHT }, true],
  [{ quietHours: { ...NIGHT, timezone: 'Asia/Tokyo' } }, true],
  [{ quietHours: { from: '11:00', to: '13:00', timezone: 'UTC' }, isMention: true }, false],
  [{ quietHours: { from: '20:00', to: '06:00', timezone: 'Asia/Tokyo' } }, false],
])('at noon a message is announced with %j: %s', (changed, isAnnounced) => {
  expect(wantsNotice({ ...PLAIN, ...changed }, NOON)).toBe(isAnnounced);
});
