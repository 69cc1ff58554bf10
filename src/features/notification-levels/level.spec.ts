import { isNotified, levelOf, NOTIFY_LEVELS } from './level.js';

describe('the level of notifications of a member', () => {
  it('is that of the room, else that of the user, else all', () => {
    for (const roomLevel of [null, ...NOTIFY_LEVELS]) {
      for (const userLevel of [null, ...NOTIFY_LEVELS]) {
        const chosen = [roomLevel, userLevel, 'all'].find((level) => level !== null);
        expect(levelOf({ roomLevel, userLevel })).toBe(chosen);
      }
    }
  });

  it('permits notifications of everything, of mentions, or of nothing', () => {
    const permitted = NOTIFY_LEVELS.map((level) => [level, isNotified(level, false), isNotified(level, true)]);
    expect(permitted).toEqual([
      ['all', true, true],
      ['mentions', false, true],
      ['none', false, false],
    ]);
  });
});
