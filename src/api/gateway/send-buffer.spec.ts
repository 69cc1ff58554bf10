import { WriteBatch } from '@parley/realtime/hub';
import type { BatchableSocket } from '@parley/realtime/hub';
import { WebSocket, WebSocketServer } from 'ws';

import { requireUncompressed, SendBuffer, UserUnsent } from './send-buffer.js';

const BOUND = 1_000;

/** A socket whose peer reads when a test calls `reads`. */
class Peer {
  readonly sent: string[] = [];
  corks = 0;
  uncorks = 0;
  readyState: WebSocket['readyState'] = WebSocket.OPEN;
  private left: (() => void)[] = [];

  get bufferedAmount(): number {
    return this.sent.slice(this.sent.length - this.left.length).reduce((sum, text) => sum + text.length, 0);
  }

  write(bytes: Buffer, left: () => void): void {
    this.sent.push(bytes.toString());
    this.left.push(left);
  }

  pong(payload: Buffer, _masked: boolean, left: () => void): void {
    this.write(payload, left);
  }

  cork(): void {
    this.corks += 1;
  }

  uncork(): void {
    this.uncorks += 1;
  }

  reads(frames: number): void {
    const read = this.left.slice(0, frames);
    this.left = this.left.slice(frames);
    for (const left of read) left();
  }

  close(): void {
    this.readyState = WebSocket.CLOSING;
  }
}

/** Shows the running sum. */
class CountedUser extends UserUnsent {
  sum = 0;

  override count(change: number): void {
    this.sum += change;
  }
}

let peer: Peer;
let user: CountedUser;
let buffer: SendBuffer;
let cuts: number;
let calls: number;
let dropped: number;

beforeEach(() => {
  peer = new Peer();
  [cuts, calls, dropped] = [0, 0, 0];
  user = new CountedUser(10 * BOUND);
  buffer = new SendBuffer(peer, socket(), new WriteBatch(), BOUND, user, {
    hasRoomAgain: () => {
      calls += 1;
    },
    isReadTooSlowly: () => {
      cuts += 1;
      peer.close();
    },
    hasDropped: () => {
      dropped += 1;
    },
  });
});

const owner = { hasRoomAgain: () => undefined, isReadTooSlowly: () => undefined, hasDropped: () => undefined };
const socket = (): BatchableSocket => peer as unknown as BatchableSocket;
const frame = (bytes: number): Buffer => Buffer.alloc(bytes, 'x');
const write = (times: number, bytes: number, droppable = false): void => {
  for (let time = 0; time < times; time += 1) buffer.write(frame(bytes), droppable);
};

it('corks the socket while a batch is open', () => {
  const batch = new WriteBatch();
  const batched = new SendBuffer(peer, socket(), batch, BOUND, user, owner);
  batched.write(frame(1));
  expect([peer.corks, peer.uncorks]).toEqual([0, 0]);
  batch.run(() => {
    batched.write(frame(1));
    batch.run(() => batched.write(frame(1)));
    expect([peer.corks, peer.uncorks, peer.sent.length]).toEqual([1, 0, 3]);
  });
  expect([peer.corks, peer.uncorks]).toEqual([1, 1]);
});

it('uncorks the socket where a batch fails', () => {
  const batch = new WriteBatch();
  const batched = new SendBuffer(peer, socket(), batch, BOUND, user, owner);
  const failing = (): void => {
    batch.run(() => {
      batched.write(frame(1));
      throw new Error('no further');
    });
  };
  expect(failing).toThrow('no further');
  expect([peer.corks, peer.uncorks]).toEqual([1, 1]);
});

describe('the bytes that a peer has not read', () => {
  it('may be as many as the bound and one frame, and no byte more', () => {
    write(11, 100);
    expect([peer.bufferedAmount, cuts]).toEqual([BOUND + 100, 0]);
    write(1, 1);
    expect([peer.bufferedAmount, cuts]).toEqual([BOUND + 101, 0]);
    write(1, 1);
    expect([peer.bufferedAmount, cuts]).toEqual([BOUND + 101, 1]);
  });

  it('close the connection once, after which nothing is written', () => {
    write(100, 100);
    expect([peer.sent.length, cuts]).toEqual([12, 1]);
  });

  it('may be one frame that is larger than the bound', () => {
    write(1, 5 * BOUND);
    write(10, 100);
    expect(cuts).toBe(0);
    peer.reads(11);
    write(20, 100);
    expect(cuts).toBe(1);
  });

  it('have no droppable frames beyond half of the bound', () => {
    write(10, 100, true);
    expect([peer.sent.length, dropped]).toEqual([6, 4]);
    write(1, 100);
    expect([peer.sent.length, cuts]).toEqual([7, 0]);
    peer.reads(3);
    write(1, 100, true);
    expect(peer.sent).toHaveLength(8);
  });

  it('have no pongs beyond half of the bound, and make room when they are read', () => {
    for (let time = 0; time < 20; time += 1) buffer.pong(frame(100));
    expect([peer.sent.length, cuts, buffer.hasRoom]).toEqual([6, 0, false]);
    peer.reads(1);
    expect([calls, buffer.hasRoom]).toEqual([1, true]);
  });

  it('include frames that are held elsewhere', () => {
    const held = Array.from({ length: 20 }, () => buffer.reserve(frame(100), false));
    expect([held.filter(Boolean).length, cuts]).toEqual([12, 1]);
    expect(buffer.reserve(frame(1), true)).toBe(false);
  });

  it('leave room below half of the bound, of which the owner is notified', () => {
    write(6, 100);
    expect(buffer.hasRoom).toBe(false);
    peer.reads(1);
    expect([buffer.hasRoom, calls]).toEqual([true, 1]);
  });

  it('never close the connection of a peer that reads', () => {
    for (let time = 0; time < 100; time += 1) {
      write(5, 100);
      peer.reads(5);
    }
    expect([peer.sent.length, cuts]).toEqual([500, 0]);
  });
});

describe('the bytes that count for the user', () => {
  it('are those that the peer has not read', () => {
    write(3, 100);
    expect(user.sum).toBe(300);
    peer.reads(2);
    expect(user.sum).toBe(100);
    peer.reads(1);
    expect(user.sum).toBe(0);
  });

  it('include pongs', () => {
    buffer.pong(frame(100));
    expect(user.sum).toBe(100);
  });

  it('include frames that are held elsewhere, once', () => {
    write(1, 100);
    for (let time = 0; time < 3; time += 1) buffer.reserve(frame(100), false);
    expect(user.sum).toBe(400);
    buffer.endReserve();
    expect(user.sum).toBe(100);
    write(3, 100);
    expect(user.sum).toBe(400);
  });

  it('do not include frames that were dropped', () => {
    write(20, 100, true);
    expect(user.sum).toBe(peer.bufferedAmount);
  });

  it('are none once the connection has ended', () => {
    write(3, 100);
    buffer.end();
    expect(user.sum).toBe(0);
    peer.reads(3);
    expect(user.sum).toBe(0);
  });

  it('are not increased by a write that closes the connection', () => {
    buffer = new SendBuffer(
      peer,
      socket(),
      new WriteBatch(),
      BOUND,
      new (class extends CountedUser {
        override enforce(): void {
          peer.close();
        }
      })(BOUND),
      owner,
    );
    write(1, 100);
    expect(peer.sent).toEqual([]);
  });
});

describe('requireUncompressed', () => {
  it.each([true, { threshold: 1_024 }])('throws for a server with perMessageDeflate %j', (perMessageDeflate) => {
    const server = new WebSocketServer({ noServer: true, perMessageDeflate });
    expect(() => requireUncompressed(server)).toThrow('perMessageDeflate must be off');
  });

  it('accepts a server without compression', () => {
    requireUncompressed(new WebSocketServer({ noServer: true, perMessageDeflate: false }));
  });
});
