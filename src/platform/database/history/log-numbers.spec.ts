import { merged, MOST_KEPT, NO_NUMBERS, NotedNumbers } from './log-numbers.js';

describe('the newest numbers of logs', () => {
  it('are those of the logs that changed last', () => {
    const noted = new NotedNumbers();
    noted.noteRoom('first', 1);
    noted.noteRoom('second', 1);
    noted.noteRoom('first', 2);
    for (let each = 0; each < MOST_KEPT - 1; each += 1) noted.noteRoom(String(each), 5);
    expect(noted.rooms.size).toBe(MOST_KEPT);
    expect([...noted.rooms].slice(0, 2)).toEqual([
      ['first', 2],
      ['0', 5],
    ]);
    expect(noted.users.size).toBe(0);
  });

  it('never go back', () => {
    const noted = new NotedNumbers();
    noted.noteUser(3, 9);
    noted.noteUser(3, 8);
    const earlier = { ...NO_NUMBERS, users: new Map([[3, 10]]) };
    expect(merged(earlier, noted).users).toEqual(new Map([[3, 10]]));
  });
});
