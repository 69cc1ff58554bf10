import { setTimeout as delay } from 'node:timers/promises';

import type { TestUser } from '../support/people.js';
import { RATE_SHARE } from '../support/sample.js';
import type { Service } from '../support/service.js';
import { frameOf, WireCounter } from './wire-counter.js';
import type { Request } from './wire-counter.js';

/** The default of EVENTS_BURST. */
const BURST = 100 * RATE_SHARE;
/** By the default of EVENTS_PER_SECOND; so many connections use up EVENTS_PER_SECOND_PER_USER. */
export const INTERVAL_MS = 1_000 / 50 / RATE_SHARE;
export const CONNECTIONS = 2;

/** The frames that a user has received who sent as fast as permitted. */
interface Outcome {
  readonly answers: number;
  /** Bytes of the longest frame. */
  readonly longest: number;
  /** The number of errors of each code. */
  readonly errors: ReadonlyMap<number, number>;
  readonly closings: readonly number[];
}

/**
 * A user who sends as fast as the limits permit, or at a share of that in a gate: a burst on each of two connections,
 * then as many a second as a user may send. The frames are written before, as this process measures others meanwhile.
 */
export class Attack {
  private readonly frames: readonly string[];

  /** @param request the request with this number */
  constructor(
    private readonly user: TestUser,
    request: (count: number) => Request,
    private readonly ms: number,
  ) {
    const most = CONNECTIONS * (BURST + Math.ceil(ms / INTERVAL_MS));
    this.frames = Array.from({ length: most }, (_, count) => frameOf(request(count)));
  }

  async run({ url }: Service): Promise<Outcome> {
    const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => WireCounter.connect(url, this.user)));
    for (const [count, frame] of this.frames.entries()) {
      if (count >= CONNECTIONS * BURST && count % CONNECTIONS === 0) await delay(INTERVAL_MS);
      sockets[count % CONNECTIONS]!.send(frame);
    }
    // What is left would hinder the next attack, whose times are its own.
    await Promise.all(sockets.map((socket) => socket.isDone()));
    const closings = sockets.flatMap(({ closedWith }) => closedWith ?? []);
    await Promise.all(sockets.map((socket) => socket.close()));
    const errors = new Map<number, number>();
    for (const [code, times] of sockets.flatMap((socket) => [...socket.errors]))
      errors.set(code, (errors.get(code) ?? 0) + times);
    const answers = sockets.reduce((sum, { frames }) => sum + frames, 0);
    return { answers, longest: Math.max(...sockets.map(({ longest }) => longest)), errors, closings };
  }
}
