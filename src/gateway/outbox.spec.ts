import { Burst } from '@parley/realtime/hub';
import type { Wire } from '@parley/realtime/hub';
import { WebSocket } from 'ws';

import { Outbox } from './outbox.js';

const BOUND = 1_000;

/** A peer that reads when it is told to, and not before. */
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

let peer: Peer;
let outbox: Outbox;
let cuts: number;
let calls: number;
let dropped: number;

beforeEach(() => {
  peer = new Peer();
  [cuts, calls, dropped] = [0, 0, 0];
  outbox = new Outbox(peer, wire(), new Burst(), BOUND, {
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

const nobody = { hasRoomAgain: () => undefined, isReadTooSlowly: () => undefined, hasDropped: () => undefined };
const wire = (): Wire => peer as unknown as Wire;
const frame = (bytes: number): Buffer => Buffer.alloc(bytes, 'x');
const write = (times: number, bytes: number, droppable = false): void => {
  for (let time = 0; time < times; time += 1) outbox.write(frame(bytes), droppable);
};

it('sends what is part of a burst when that is over', () => {
  const burst = new Burst();
  const told = new Outbox(peer, wire(), burst, BOUND, nobody);
  told.write(frame(1));
  expect([peer.corks, peer.uncorks]).toEqual([0, 0]);
  burst.during(() => {
    told.write(frame(1));
    burst.during(() => {
      told.write(frame(1));
    });
    expect([peer.corks, peer.uncorks, peer.sent.length]).toEqual([1, 0, 3]);
  });
  expect([peer.corks, peer.uncorks]).toEqual([1, 1]);
});

it('sends what was said before a burst failed', () => {
  const burst = new Burst();
  const told = new Outbox(peer, wire(), burst, BOUND, nobody);
  const failing = (): void => {
    burst.during(() => {
      told.write(frame(1));
      throw new Error('no further');
    });
  };
  expect(failing).toThrow('no further');
  expect([peer.corks, peer.uncorks]).toEqual([1, 1]);
});

describe('what a peer has not read', () => {
  it('may be as much as the bound, beside one frame, and no byte more', () => {
    write(11, 100);
    expect([peer.bufferedAmount, cuts]).toEqual([BOUND + 100, 0]);
    write(1, 1);
    expect([peer.bufferedAmount, cuts]).toEqual([BOUND + 101, 0]);
    write(1, 1);
    expect([peer.bufferedAmount, cuts]).toEqual([BOUND + 101, 1]);
  });

  it('ends the talk once, and nothing is written after that', () => {
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

  it('holds nothing past half of the bound that can be done without', () => {
    write(10, 100, true);
    expect([peer.sent.length, dropped]).toEqual([6, 4]);
    write(1, 100);
    expect([peer.sent.length, cuts]).toEqual([7, 0]);
    peer.reads(3);
    write(1, 100, true);
    expect(peer.sent).toHaveLength(8);
  });

  it('holds no answers to pings past half of the bound, and those that leave make room', () => {
    for (let time = 0; time < 20; time += 1) outbox.pong(frame(100));
    expect([peer.sent.length, cuts, outbox.hasRoom]).toEqual([6, 0, false]);
    peer.reads(1);
    expect([calls, outbox.hasRoom]).toEqual([1, true]);
  });

  it('counts what is kept for it elsewhere', () => {
    const kept = Array.from({ length: 20 }, () => outbox.reserve(frame(100), false));
    expect([kept.filter(Boolean).length, cuts]).toEqual([12, 1]);
    expect(outbox.reserve(frame(1), true)).toBe(false);
  });

  it('leaves room below half of the bound, which is told when it comes', () => {
    write(6, 100);
    expect(outbox.hasRoom).toBe(false);
    peer.reads(1);
    expect([outbox.hasRoom, calls]).toEqual([true, 1]);
  });

  it('is nothing to a peer that always reads', () => {
    for (let time = 0; time < 100; time += 1) {
      write(5, 100);
      peer.reads(5);
    }
    expect([peer.sent.length, cuts]).toEqual([500, 0]);
  });
});
