import type { OutboundFrame } from '@parley/realtime/hub';
import type { InitialSnapshot } from '@parley/realtime/requests';
import { SerialisedPart } from '@parley/realtime/restricted-part';

import type { Settings } from '../../platform/config/settings.js';
import type { DatabaseHistory } from '../../platform/database/history/database-history.js';
import { InitialSnapshotService } from './initial-snapshot.js';
import type { FirstFrameUsersRepository } from './first-frame-users.repository.js';
import type { InitialSnapshotReader } from './pending/initial-snapshot-reader.js';

const ada = { id: 1, username: 'ada', first_name: '', last_name: '', avatar: null, status: null, is_bot: false };

const live = (seq: number | undefined, roomId = 'room'): OutboundFrame => ({ roomId, seq }) as OutboundFrame;

/** A first frame with the messages 3 and 4 and a reaction, while the room is at number 6. */
function snapshot(): Promise<InitialSnapshot> {
  const shown = { count: 3, json: SerialisedPart.of([]), messageSeqs: new Set([3, 4]) };
  const rooms = [{ roomId: 'room', unread: 2, unreadMentions: 1, pending: 3, shown }];
  const reader = {
    read: () => Promise.resolve({ rooms, numbers: new Map([['room', 6]]), invitations: 0, isWithoutCounts: false }),
  };
  const service = new InitialSnapshotService(
    reader as unknown as InitialSnapshotReader,
    { inactivityThreshold: 60 },
    { enabled: true },
    { epochId: 'epoch' } as DatabaseHistory,
    { clientLimits: () => ({}) } as Settings,
    {
      read: () => Promise.resolve([{ privateSeq: 0, notifyLevel: null, refusals: null }]),
    } as unknown as FirstFrameUsersRepository,
  );
  return service.read({ user: ada }, 'session');
}

describe('the deduplicator of the first frame', () => {
  it('drops live frames of messages that the first frame contains, and no others', async () => {
    const { deduplicator, numbers } = await snapshot();
    expect(deduplicator.isDone).toBe(false);
    expect([2, 3, 4, 5, 6].filter((seq) => deduplicator.includes(live(seq)))).toEqual([3, 4]);
    expect(deduplicator.includes(live(3))).toBe(false); // The snapshot's last number has passed.
    expect(deduplicator.includes(live(undefined))).toBe(false);
    expect(deduplicator.includes(live(3, 'another room'))).toBe(false);
    expect(numbers.get('room')).toBe(6);
    expect(deduplicator.isDone).toBe(true);
  });

  it('forgets a room only when its frames up to the snapshot were delivered', async () => {
    const { deduplicator } = await snapshot();
    deduplicator.forget((_, seq) => seq <= 5);
    expect([deduplicator.isDone, deduplicator.includes(live(3))]).toEqual([false, true]);
    deduplicator.forget((_, seq) => seq <= 6);
    expect([deduplicator.isDone, deduplicator.includes(live(4))]).toEqual([true, false]);
  });
});
