import { Global, Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

import { SignalRow } from './signal.entity.js';

/** A type of signal, with the type of its payload. Declared by the feature that handles it. */
export interface SignalKind<Payload> {
  readonly name: string;
  readonly payload?: Payload;
}

type Listener = (payload: unknown) => void;

/**
 * Notifies every running process through the database of changes by a command, a request or another node. A signal is
 * written in the transaction of its change, so that neither is committed without the other. Every process receives it
 * within a second. A listener may receive the same signal twice.
 */
@Injectable()
export class Signals {
  private readonly listeners = new Map<string, Listener>();

  async publish<Payload>(
    manager: EntityManager,
    kind: SignalKind<Payload>,
    ...payloads: readonly Payload[]
  ): Promise<void> {
    if (payloads.length === 0) return;
    const rows = payloads.map((payload) => ({ kind: kind.name, payload: payload as object }));
    await manager.insert(SignalRow, rows);
  }

  /** @throws Error if the kind has a listener already */
  on<Payload>(kind: SignalKind<Payload>, listener: (payload: Payload) => void): void {
    if (this.listeners.has(kind.name)) throw new Error(`two listeners for signals of ${kind.name}`);
    this.listeners.set(kind.name, listener as Listener);
  }

  /** Delivers a signal to the listener for its type. */
  deliver(kind: string, payload: unknown): void {
    this.listeners.get(kind)?.(payload);
  }
}

/** For a command, which only sends signals. */
@Global()
@Module({ providers: [Signals], exports: [Signals] })
export class SignalsModule {}
