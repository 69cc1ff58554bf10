import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

import { get } from '../api.js';
import { errorText } from './attempt.js';

export interface Answer<Value> {
  readonly value: Signal<Value | null>;
  readonly error: Signal<string>;
  /** Reads it again. The shown answer stays until then. */
  readonly reload: () => Promise<void>;
}

/** The answer of a route, which is read when it is shown. @param path null: none */
export function useAnswer<Value>(path: string | null): Answer<Value> {
  const answer = useMemo(() => {
    const value = signal<Value | null>(null);
    const error = signal('');
    const reload = async (): Promise<void> => {
      if (path === null) return;
      try {
        value.value = await get<Value>(path);
        error.value = '';
      } catch (thrown) {
        error.value = errorText(thrown);
      }
    };
    return { value, error, reload };
  }, [path]);
  useEffect(() => void answer.reload(), [answer]);
  return answer;
}
