import type { SearchPage } from '@parley/client';
import { MessageSearch } from '@parley/client/conversations';
import type { MessageFilters } from '@parley/client/conversations';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { parseSearch } from './operators.js';
import type { Fault, Operator } from './operators.js';
import { isSearch, searchRequest } from './search-request.js';

/** The search starts after this pause in typing. */
const DEBOUNCE_MS = 300;

const FAULTS: Readonly<Record<Operator, TextKey>> = {
  from: 'search.noPerson',
  in: 'search.noRoom',
  before: 'search.noDate',
  after: 'search.noDate',
  has: 'search.noPart',
};

/** The answer to the text of a search: a page of messages, or why there is none. */
interface Answer {
  readonly filters: MessageFilters;
  readonly page: SearchPage;
}

export interface SearchState {
  /** Null: nothing was searched for, or not yet. */
  readonly page: SearchPage | null;
  /** Why the text is no search; empty if it is one. */
  readonly fault: string;
  readonly loadMore: () => void;
}

/**
 * Searches while the user types.
 * @param roomId the room to search; all rooms if undefined
 */
export function useSearch(text: string, roomId: string | undefined): SearchState {
  const chat = useChat();
  const answer = useSignal<Answer | null>(null);
  const fault = useSignal('');
  const search = new MessageSearch(chat.parley);

  /** @returns what is to be shown, unless the text has changed meanwhile */
  const answerTo = async (): Promise<Answer | Fault | string> => {
    const said = parseSearch(text, new Date());
    const request = await searchRequest(said, roomId, chat);
    if ('operator' in request) return request;
    if (!isSearch(said)) return t('search.noneAlone');
    return { filters: request, page: await search.find(request) };
  };

  useEffect(() => {
    let isCancelled = false;
    const show = (shown: Answer | Fault | string): void => {
      if (isCancelled) return;
      answer.value = typeof shown === 'object' && 'page' in shown ? shown : null;
      fault.value = faultText(shown);
    };
    if (text === '') show('');
    const timer = setTimeout(() => {
      if (text !== '')
        void attempt(async () => {
          show(await answerTo());
        });
    }, DEBOUNCE_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [text, roomId]);

  const loadMore = (): Promise<boolean> =>
    attempt(async () => {
      const before = answer.value;
      if (!before?.page.next_before) return;
      const { results, next_before } = await search.find(before.filters, { before: before.page.next_before });
      // Ignored when the text has changed meanwhile.
      if (answer.value !== before) return;
      answer.value = { ...before, page: { results: [...before.page.results, ...results], next_before } };
    });

  return { page: answer.value?.page ?? null, fault: fault.value, loadMore: () => void loadMore() };
}

function faultText(shown: Answer | Fault | string): string {
  if (typeof shown === 'string') return shown;
  return 'operator' in shown ? t(FAULTS[shown.operator], { value: shown.value }) : '';
}
