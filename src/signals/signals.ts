import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { SignalRow } from './signal.entity.js';

/** One kind of signal, and what it says. Declared by the feature that acts on it. */
export interface SignalKind<Payload> {
  readonly name: string;
  readonly payload?: Payload;
}

type Listener = (payload: unknown) => void;

/**
 * Says something to every running process through the database, from whichever process changed it: a command, a
 * request, another node. It is announced in the transaction of the change, so that neither is there without the
 * other, and heard within half a second by every process. A listener may hear the same twice.
 */
@Injectable()
export class Signals {
  private readonly listeners = new Map<string, Listener>();

  async announce<Payload>(manager: EntityManager, kind: SignalKind<Payload>, payload: Payload): Promise<void> {
    await manager.insert(SignalRow, { kind: kind.name, payload: payload as object });
  }

  /** @throws Error if the kind has a listener already */
  on<Payload>(kind: SignalKind<Payload>, listener: (payload: Payload) => void): void {
    if (this.listeners.has(kind.name)) throw new Error(`two listeners for signals of ${kind.name}`);
    this.listeners.set(kind.name, listener as Listener);
  }

  /** Hands a signal that was read to whoever listens for its kind. */
  hear(kind: string, payload: unknown): void {
    this.listeners.get(kind)?.(payload);
  }
}
