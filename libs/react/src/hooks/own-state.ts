import type { ObservableState } from '../state/observable-state.js';
import type { HookLibrary } from './bindings.js';

/**
 * What a state of one component shows. The state closes with the component.
 * @param state the same one at each render
 * @param onServer what is shown before there is a browser
 */
export function useOwnStateWith<Value>(
  { useCallback, useEffect, useSyncExternalStore }: HookLibrary,
  state: ObservableState<Value>,
  onServer: Value,
): Value {
  useEffect(() => () => state.close(), [state]);
  const subscribe = useCallback((listener: () => void) => state.subscribe(listener), [state]);
  return useSyncExternalStore(
    subscribe,
    () => state.snapshot,
    () => onServer,
  );
}
