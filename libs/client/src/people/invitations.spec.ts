import type { RoomInvitation } from '@parley/protocol';

import { Emitter } from '../chat-events.js';
import type { Parley } from '../parley.js';
import { Invitations } from './invitations.js';

const invitation = (room_id: string, status: RoomInvitation['status'] = 'pending'): RoomInvitation =>
  ({ id: `invitation ${room_id}`, room_id, status }) as RoomInvitation;

let events: Emitter;
let emitted: string[][];
let pages: RoomInvitation[][];
/** Called while a page is read. */
let meanwhile: () => void;
let invitations: Invitations;

beforeEach(() => {
  events = new Emitter();
  emitted = [];
  pages = [];
  meanwhile = () => undefined;
  const ask = (): Promise<unknown> => {
    meanwhile();
    const [page = [], ...rest] = pages;
    pages = rest;
    const next_before = rest.length > 0 ? (page.at(-1)?.id ?? null) : null;
    return Promise.resolve({ data: { invitations: page, next_before } });
  };
  invitations = new Invitations({ ask, on: events.on.bind(events) } as unknown as Parley);
  invitations.onChange(() => {
    emitted.push(invitations.pending.map(({ room_id }) => room_id));
  });
});

/** A connection was opened. @param count of pending invitations; undefined from an earlier release */
async function open(count?: number): Promise<void> {
  const meta = count === undefined ? {} : { invitations: count };
  events.emit('frame', { eventType: 'chat.notifications', data: {}, meta });
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

const receive = (data: RoomInvitation): void => events.emit('frame', { eventType: 'roominvite.dispatch', data });

describe('the pending invitations of the client', () => {
  it('are read page by page on a connection that has any', async () => {
    pages = [[invitation('c'), invitation('b')], [invitation('a')]];
    await open(3);
    expect(emitted).toEqual([['c', 'b', 'a']]);
  });

  it('are not read, and emitted once if there were any, on a connection without', async () => {
    pages = [[invitation('a')]];
    await open(0);
    await open();
    expect([emitted, pages.length]).toEqual([[], 1]);
    await open(1);
    await open(0);
    expect(emitted).toEqual([['a'], []]);
  });

  it('follow frames, and end when the user is in the room', () => {
    receive(invitation('a'));
    receive(invitation('b'));
    receive(invitation('a', 'withdrawn'));
    events.emit('room', { roomId: 'other', room: {} as never });
    events.emit('room', { roomId: 'b', room: {} as never });
    expect(emitted).toEqual([['a'], ['b', 'a'], ['b'], []]);
  });

  it('are read again after a change during the read', async () => {
    pages = [[invitation('a')]];
    meanwhile = () => {
      meanwhile = () => {
        pages = [[invitation('b'), invitation('a')]];
      };
      receive(invitation('b'));
    };
    await open(1);
    expect(emitted.at(-1)).toEqual(['b', 'a']);
  });
});
