import type { Message } from '@parley/client';

import { NOTHING_FOUND, SearchState } from '../state/search-state.js';
import type { FoundMessages } from '../state/search-state.js';
import type { Hooks } from './bindings.js';
import { MESSAGES } from './kinds.js';
import { useOwnStateWith } from './own-state.js';
import { SharedStates } from './shared-states.js';

export interface Searching extends FoundMessages, Pick<SearchState, 'find' | 'findMore' | 'clear'> {
  /** Scrolls to a message in the lists of its room. Where it is not shown, nothing happens. */
  readonly show: (message: Pick<Message, 'room' | 'seq'>) => void;
}

export function useSearchWith(hooks: Hooks): Searching {
  const { useMemo, useParley } = hooks;
  const chat = useParley();
  const state = useMemo(() => new SearchState(chat), [chat]);
  const found = useOwnStateWith(hooks, state, NOTHING_FOUND);
  return useMemo(
    () => ({
      ...found,
      find: (filters) => state.find(filters),
      findMore: () => state.findMore(),
      clear: () => state.clear(),
      show: ({ room, seq }) => void SharedStates.of(chat).find(MESSAGES, room.id)?.openAround(seq),
    }),
    [found, state, chat],
  );
}
