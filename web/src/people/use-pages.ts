import { ParleyError } from '@parley/client';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

import { attempt } from '../errors.js';

/** The search starts after this pause in typing. */
const DEBOUNCE_MS = 300;
const FORBIDDEN = 4002;

interface Page<Item> {
  readonly items: readonly Item[];
  /** Null: there are no further items. */
  readonly next: string | null;
}

export interface FoundPages<Item> {
  /** Null: nothing was searched for, or not yet. */
  readonly found: Page<Item> | null;
  /** Whether the deployment does not permit the search. */
  readonly isForbidden: boolean;
  readonly loadMore: () => void;
}

/**
 * Searches a directory while the user types.
 * @param query null: for nothing
 * @param search a page, from a cursor on
 */
export function usePages<Item>(
  query: string | null,
  search: (query: string, cursor: string | undefined) => Promise<Page<Item>>,
): FoundPages<Item> {
  const found = useSignal<Page<Item> | null>(null);
  const isForbidden = useSignal(false);
  /** Answers to earlier searches are ignored. */
  const searchNumber = useRef(0);

  const load = async (text: string, before: Page<Item> | null): Promise<void> => {
    const number = (searchNumber.current += 1);
    await attempt(async () => {
      try {
        const { items, next } = await search(text, before?.next ?? undefined);
        if (number !== searchNumber.current) return;
        found.value = { items: [...(before?.items ?? []), ...items], next };
      } catch (error) {
        if (!(error instanceof ParleyError) || error.code !== FORBIDDEN) throw error;
        isForbidden.value = true;
      }
    });
  };

  useEffect(() => {
    searchNumber.current += 1;
    if (query === null) found.value = null;
    const timer = query === null ? undefined : setTimeout(() => void load(query, null), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [query]);

  return {
    found: found.value,
    isForbidden: isForbidden.value,
    loadMore: () => {
      if (query !== null) void load(query, found.value);
    },
  };
}
