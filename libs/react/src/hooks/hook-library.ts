import type { Parley } from '@parley/client';

/** The functions of React, or of Preact, that the hooks stand on. */
export interface HookLibrary {
  readonly useCallback: <Call extends (...given: never[]) => unknown>(call: Call, inputs: readonly unknown[]) => Call;
  readonly useMemo: <Value>(make: () => Value, inputs: readonly unknown[]) => Value;
  readonly useSyncExternalStore: <Value>(
    subscribe: (listener: () => void) => () => void,
    read: () => Value,
    readOnServer: () => Value,
  ) => Value;
  /** The client of the provider. @throws Error without one */
  readonly useParley: () => Parley;
}
