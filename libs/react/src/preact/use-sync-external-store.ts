import { useEffect, useReducer, useRef } from 'preact/hooks';

/** The hook of React, which Preact has in `preact/compat` alone. */
export function useSyncExternalStore<Value>(subscribe: (listener: () => void) => () => void, read: () => Value): Value {
  const [, render] = useReducer<number, undefined>((times) => times + 1, 0);
  const value = read();
  const latest = useRef({ value, read });
  latest.current = { value, read };
  useEffect(() => {
    const check = (): void => {
      if (latest.current.read() !== latest.current.value) render(undefined);
    };
    const unsubscribe = subscribe(check);
    // It may have changed since it was rendered, also by the subscription.
    check();
    return unsubscribe;
  }, [subscribe]);
  return value;
}
