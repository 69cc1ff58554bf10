import type { ObservableState } from '@parley/react/state';
import { mergeUser } from '@parley/client';
import type { Parley } from '@parley/client';
import { signal } from '@preact/signals';
import type { ReadonlySignal, Signal } from '@preact/signals';

/** The value of a state as a signal, for as long as the state lives. */
export function signalOf<Value>(state: ObservableState<Value>): ReadonlySignal<Value> {
  const value = signal(state.snapshot);
  state.subscribe(() => {
    value.value = state.snapshot;
  });
  return value;
}

/** Replaces users in the values of signals when their profiles change. @returns a function that ends it */
export const followProfiles = (parley: Pick<Parley, 'on'>, ...signals: readonly Signal<unknown>[]): (() => void) =>
  parley.on('profile', (user) => {
    for (const each of signals) each.value = mergeUser(each.peek(), user);
  });
