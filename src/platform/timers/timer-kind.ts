import { Injectable } from '@nestjs/common';

import type { Work } from '../database/unit-of-work.js';

/** A kind of timers, such as the ends of polls. Its feature sets them, and declares here what is done at their time. */
export interface TimerKind {
  /** Stored with each timer: it stays the same in all releases. Letters and underscores, at most 20. */
  readonly name: string;
  /**
   * Does the work in the transaction that deletes the timer, so it takes effect exactly once. It does nothing if its
   * object is gone, and may set the timer again. An error rolls the transaction back, and the timer is retried.
   */
  run(work: Work, key: string): Promise<void>;
}

const NAME = /^[a-z_]{1,20}$/;

/** The kinds of timers, which features register while the modules are initialised. */
@Injectable()
export class TimerKinds {
  private readonly kinds = new Map<string, TimerKind>();

  get names(): readonly string[] {
    return [...this.kinds.keys()];
  }

  /** @throws Error if the name is taken, or is not allowed */
  add(kind: TimerKind): void {
    if (!NAME.test(kind.name)) throw new Error(`a kind of timers cannot have the name ${kind.name}`);
    if (this.kinds.has(kind.name)) throw new Error(`two kinds of timers have the name ${kind.name}`);
    this.kinds.set(kind.name, kind);
  }

  /** @throws Error if it is not registered */
  named(name: string): TimerKind {
    const kind = this.kinds.get(name);
    if (!kind) throw new Error(`no kind of timers has the name ${name}`);
    return kind;
  }
}
