import type { OutboundFrame } from '@parley/realtime/hub';

import type { StoredMessage } from '../messages/message.view.js';
import type { Config } from '../platform/config/config.js';
import type { DatabaseHistory } from '../platform/database/history/database-history.js';
import { InitialSnapshotService } from './initial-snapshot.js';
import type { StoredNotification } from './pending.repository.js';
import type { InitialSnapshotReader } from './initial-snapshot-reader.js';

const ada = { id: 1, username: 'ada', first_name: '', last_name: '' };

const message = (seq: number): StoredMessage => ({
  id: String(seq),
  roomId: 'room',
  seq,
  sender: ada,
  content: '',
  isForwarded: false,
  isEdited: false,
  isDeleted: false,
  clientMessageId: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  parent: null,
  forwardedFrom: null,
  receipts: [],
  reactions: [],
  attachments: [],
});

const notification = (type: StoredNotification['type'], seq: number): StoredNotification => ({
  id: `of ${String(seq)}`,
  type,
  message: message(seq),
  createdAt: new Date(0),
});

const live = (seq: number | undefined, roomId = 'room'): OutboundFrame => ({ roomId, seq }) as OutboundFrame;

describe('the deduplicator of the first frame', () => {
  it('drops live frames of messages that the first frame contains, and no others', async () => {
    const notifications = [notification('NEW_MESSAGE', 3), notification('REPLY', 4), notification('REACTION', 5)];
    const rooms = [{ roomId: 'room', unread: 2, pending: 3, notifications }];
    const reader = { read: () => Promise.resolve({ rooms, numbers: new Map([['room', 6]]), invitations: 0 }) };
    const config = { sockets: {}, perUser: {}, limits: {}, search: {}, consent: {}, features: { notifications: true } };
    const service = new InitialSnapshotService(
      reader as unknown as InitialSnapshotReader,
      config as Config,
      { epochId: 'epoch' } as DatabaseHistory,
    );
    const { deduplicator, numbers } = await service.read({ user: ada }, 'session');
    expect(deduplicator.isDone).toBe(false);
    expect([2, 3, 4, 5, 6].filter((seq) => deduplicator.includes(live(seq)))).toEqual([3, 4]);
    expect(deduplicator.includes(live(3))).toBe(false); // The snapshot's last number has passed.
    expect(deduplicator.includes(live(undefined))).toBe(false);
    expect(deduplicator.includes(live(3, 'another room'))).toBe(false);
    expect(numbers.get('room')).toBe(6);
    expect(deduplicator.isDone).toBe(true);
  });
});
