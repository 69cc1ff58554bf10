import type { Parley } from '@parley/client';

import type { ObservableState } from '../state/observable-state.js';

/** A kind of state that components share: one for each client and key. */
export interface Kind<State extends ObservableState<unknown>> {
  /** The snapshot that components show before there is a state. */
  readonly empty: State['snapshot'];
  /** @param key the id of a room; empty for what a client has once */
  create(chat: Parley, key: string): State;
}

interface Shared {
  readonly state: ObservableState<unknown>;
  listeners: number;
  closing: ReturnType<typeof setTimeout> | undefined;
}

/** How long a state without listeners is kept, for components that are mounted again. Milliseconds. */
const CLOSE_DELAY_MS = 1_000;

const ofClients = new WeakMap<Parley, SharedStates>();

/**
 * The states of one client that components use: each is made with its first listener, however many components show it,
 * and closed a moment after its last one has gone. Reading makes none, so that rendering has no side effect.
 */
export class SharedStates {
  private readonly kinds = new Map<Kind<ObservableState<unknown>>, Map<string, Shared>>();

  private constructor(private readonly chat: Parley) {}

  static of(chat: Parley): SharedStates {
    const states = ofClients.get(chat) ?? new SharedStates(chat);
    ofClients.set(chat, states);
    return states;
  }

  /** Undefined while no component listens to it. */
  find<State extends ObservableState<unknown>>(kind: Kind<State>, key: string): State | undefined {
    return this.kinds.get(kind)?.get(key)?.state as State | undefined;
  }

  /** @returns a function that removes the listener */
  subscribe(kind: Kind<ObservableState<unknown>>, key: string, listener: () => void): () => void {
    const shared = this.open(kind, key);
    clearTimeout(shared.closing);
    shared.listeners += 1;
    const unsubscribe = shared.state.subscribe(listener);
    return () => {
      unsubscribe();
      shared.listeners -= 1;
      if (shared.listeners === 0) this.closeSoon(kind, key, shared);
    };
  }

  private open(kind: Kind<ObservableState<unknown>>, key: string): Shared {
    const ofKind = this.kinds.get(kind) ?? new Map<string, Shared>();
    this.kinds.set(kind, ofKind);
    const shared = ofKind.get(key) ?? { state: kind.create(this.chat, key), listeners: 0, closing: undefined };
    ofKind.set(key, shared);
    return shared;
  }

  private closeSoon(kind: Kind<ObservableState<unknown>>, key: string, shared: Shared): void {
    shared.closing = setTimeout(() => {
      this.kinds.get(kind)?.delete(key);
      shared.state.close();
    }, CLOSE_DELAY_MS);
  }
}
