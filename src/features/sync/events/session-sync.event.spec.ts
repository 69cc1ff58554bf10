import { StreamedReply } from '@parley/realtime/requests';
import type { EventContext } from '@parley/realtime/requests';

import type { SyncRecord } from '../../delivery-trace/records/sync-record.entity.js';
import type { SyncRecords } from '../../delivery-trace/records/sync-records.js';
import type { PrivateSync } from '../../private-log/private-sync.js';
import type { RoomPolicy } from '../../rooms/room.policy.js';
import type { DatabaseHistory } from '../../../platform/database/history/database-history.js';
import type { ClientPositions } from '../client-positions.js';
import type { ProfileSync } from '../profile-sync.js';
import type { BuiltPage, SyncPages } from '../sync-pages.js';
import { SessionSyncEvent } from './session-sync.event.js';

const built = (room_id: string): BuiltPage => ({
  page: { rooms: [], left: [], complete: false },
  sent: [{ room_id, after_seq: 0, up_to_seq: 1, reset: false }],
});

/** Begins a sync of two pages. @returns the frames, and the rooms of the recorded pages */
async function begin(): Promise<{ frames: StreamedReply['frames']; recorded: string[] }> {
  const recorded: string[] = [];
  const pages = {
    async *since() {
      yield* await Promise.resolve([built('one'), built('two')]);
    },
  };
  const records = {
    record: ({ rooms }: SyncRecord) => {
      recorded.push(...rooms.map(({ room_id }) => room_id));
    },
  };
  const event = new SessionSyncEvent(
    { mayFollow: () => ({ userId: 1 }) } as unknown as RoomPolicy,
    pages as unknown as SyncPages,
    {} as PrivateSync,
    {} as ProfileSync,
    { validated: (positions) => Promise.resolve(positions) } as Partial<ClientPositions> as ClientPositions,
    { epochId: 'epoch' } as DatabaseHistory,
    records as unknown as SyncRecords,
  );
  const { frames } = await event.handle({}, { origin: { connectionId: 'phone' } } as unknown as EventContext);
  return { frames, recorded };
}

describe('session.sync', () => {
  it('records a page when the connection is ready for the next one', async () => {
    const { frames, recorded } = await begin();
    await frames.next();
    expect(recorded).toEqual([]);
    await frames.next();
    expect(recorded).toEqual(['one']);
    expect((await frames.next()).done).toBe(true);
    expect(recorded).toEqual(['one', 'two']);
  });

  it('does not record a page on which the connection was closed', async () => {
    const { frames, recorded } = await begin();
    await frames.next();
    await frames.next();
    await frames.return();
    expect(recorded).toEqual(['one']);
  });
});
