import { UserUnsent } from './send-buffer.js';

const BOUND = 1_000;

/** A connection with frames that its peer has not read. */
class UnreadConnection {
  isOpen = true;
  isCut = false;
  private frames: number[] = [];

  constructor(private readonly user: UserUnsent) {
    user.add(this);
  }

  get unsent(): number {
    return this.frames.reduce((sum, bytes) => sum + bytes, 0);
  }

  get largestUnsent(): number {
    return Math.max(0, ...this.frames);
  }

  /** Adds frames of 100 bytes, or one frame of `bytes`. */
  receives(times: number, bytes = 100): void {
    for (let time = 0; time < times; time += 1) {
      this.user.enforce();
      if (!this.isOpen) return;
      this.frames.push(bytes);
      this.user.count(bytes);
    }
  }

  reads(): void {
    this.user.count(-this.unsent);
    this.frames = [];
  }

  hasMostOfUser(): void {
    this.isOpen = false;
  }

  terminate(): void {
    this.isCut = true;
  }
}

let user: UserUnsent;
let one: UnreadConnection;
let other: UnreadConnection;
let healthy: UnreadConnection;

beforeEach(() => {
  user = new UserUnsent(BOUND);
  [one, other, healthy] = [new UnreadConnection(user), new UnreadConnection(user), new UnreadConnection(user)];
});

describe('the unsent bytes of all connections of a user', () => {
  it('may be as many as the bound and one frame, and no byte more', () => {
    one.receives(6);
    other.receives(5);
    healthy.receives(1, 1);
    expect([one.isOpen, other.isOpen, healthy.isOpen]).toEqual([true, true, true]);
    healthy.receives(1, 1);
    expect([one.isOpen, other.isOpen, healthy.isOpen]).toEqual([false, true, true]);
  });

  it('close the connection with the most of them, and not the one that receives a frame', () => {
    other.receives(7);
    one.receives(5);
    for (let time = 0; time < 10; time += 1) {
      healthy.receives(1);
      healthy.reads();
    }
    expect([one.isOpen, other.isOpen, healthy.isOpen]).toEqual([true, false, true]);
  });

  it('close the connection that receives a frame if it has the most of them', () => {
    one.receives(3);
    other.receives(20);
    expect([one.isOpen, other.isOpen, other.unsent]).toEqual([true, false, 900]);
  });

  it('may be one frame that is larger than the bound', () => {
    one.receives(1, 5 * BOUND);
    other.receives(10);
    expect([one.isOpen, other.isOpen]).toEqual([true, true]);
    healthy.receives(2);
    expect([one.isOpen, other.isOpen, healthy.isOpen]).toEqual([false, true, true]);
  });

  it('do not include those of closed connections, of which the largest is cut beyond the bound', () => {
    one.receives(100);
    expect([one.isOpen, one.unsent]).toEqual([false, 1_200]);
    other.receives(100);
    expect([one.isCut, other.isOpen, other.isCut]).toEqual([true, false, false]);
    healthy.receives(10);
    expect([healthy.isOpen, other.isCut]).toEqual([true, false]);
  });

  it('cut no connection that is the only closed one, however many it has', () => {
    one.receives(1, 5 * BOUND);
    one.receives(100);
    expect([one.isOpen, one.isCut]).toEqual([false, false]);
  });

  it('close no connection once they are read', () => {
    for (let time = 0; time < 100; time += 1) {
      one.receives(5);
      other.receives(5);
      one.reads();
      other.reads();
    }
    expect([one.isOpen, other.isOpen]).toEqual([true, true]);
  });
});
