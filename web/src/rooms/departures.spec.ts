import type { RoomListEntry } from '@parley/client';

import { causeIn, Departures } from './departures.js';

const ROOM = { id: 'room', type: 'GroupChat', name: 'Friends' } as unknown as RoomListEntry;
const removal = {
  eventType: 'roomexit.dispatch',
  data: { room: { type: 'GroupChat', name: 'Friends' }, message: 'ada banned you from Friends.' },
};
const restriction = (kind: string, id: number) => ({
  eventType: 'roomrestrict.dispatch',
  data: { user: { id }, kind, until: null, reason: 'Spam' },
});

it('a ban of the user is the cause, and not another restriction', () => {
  expect(causeIn(restriction('ban', 1), 1)).toEqual({ reason: 'banned', ban: { until: null, reason: 'Spam' } });
  expect(causeIn(restriction('mute', 1), 1)).toBeNull();
  expect(causeIn(restriction('ban', 2), 1)).toBeNull();
});

it('a ban stays the cause when the removal follows, until the user is a member again', () => {
  const departures = new Departures();
  for (const frame of [restriction('ban', 1), removal]) departures.add(ROOM, causeIn(frame, 1) ?? undefined);
  departures.add(ROOM);
  expect(departures.of(ROOM.id)).toMatchObject({ name: 'Friends', reason: 'banned' });
  departures.remove(ROOM.id);
  departures.add(ROOM, causeIn(removal, 1) ?? undefined);
  expect(departures.of(ROOM.id)).toMatchObject({ reason: 'removed', message: 'ada banned you from Friends.' });
});
