import type { ObservableState } from '@parley/react/state';
import { signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';

/** The value of a state as a signal, for as long as the state lives. */
export function signalOf<Value>(state: ObservableState<Value>): ReadonlySignal<Value> {
  const value = signal(state.snapshot);
  state.subscribe(() => {
    value.value = state.snapshot;
  });
  return value;
}
