import fc from 'fast-check';

import type { Mentions } from '../message.view.js';
import { addedMentions, adds } from './mention-check.js';

const USERS = [1, 2, 3, 4, 5];

const mentions = fc
  .record({ ids: fc.subarray(USERS), room: fc.boolean() })
  .map(({ ids, room }): Mentions => ({ users: ids.map((id) => ({ id })) as unknown as Mentions['users'], room }));

const isMentioned = ({ users, room }: Mentions, userId: number): boolean =>
  room || users.some(({ id }) => id === userId);

describe('the mentions that an edit adds', () => {
  it('are of the users who are mentioned now, by name or with the room, and were not before in either way', () => {
    fc.assert(
      fc.property(mentions, mentions, (before, now) => {
        const added = addedMentions(before, now);
        for (const userId of USERS) {
          const isNew = !isMentioned(before, userId) && isMentioned(now, userId);
          expect(added !== undefined && adds(added, userId)).toBe(isNew);
        }
      }),
    );
  });

  it('are stored with the earlier ones only if the room is among them', () => {
    fc.assert(
      fc.property(mentions, mentions, (before, now) => {
        const added = addedMentions(before, now);
        const isNeeded = !before.room && before.users.length > 0 && now.room;
        expect(added?.earlier).toEqual(isNeeded ? before.users.map(({ id }) => id) : undefined);
      }),
    );
  });
});
