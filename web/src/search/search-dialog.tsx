import type { RoomListEntry, SearchPage, SearchResult } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { rove } from '../design/roving.js';
import { Segments } from '../design/segments.js';
import { listAttributes, SuggestionList } from '../design/suggestion-list.js';
import { useSuggestions } from '../design/use-suggestions.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { readMembers } from '../people/known-people.js';
import { roomName } from '../rooms/names.js';
import { operatorFinder } from './operator-finder.js';
import { OperatorHints } from './operator-hints.js';
import { SearchResultRow } from './search-result-row.js';
import { useSearch } from './use-search.js';

interface SearchProps {
  /** The room to search; all rooms if undefined. */
  readonly entry?: RoomListEntry | undefined;
  readonly onClose: () => void;
}

export function SearchDialog({ entry, onClose }: SearchProps): JSX.Element {
  const chat = useChat();
  const input = useRef<HTMLInputElement>(null);
  const query = useSignal('');
  const isAllRooms = useSignal(entry === undefined);
  const { page, fault, loadMore } = useSearch(query.value.trim(), isAllRooms.value ? undefined : entry?.id);
  const suggestions = useSuggestions([operatorFinder(chat, () => new Date())], (text) => {
    query.value = text;
  });

  useEffect(() => void readMembers(chat), []);

  const openResult = ({ message }: SearchResult): void => {
    onClose();
    const entryOfResult = chat.rooms.entry(message.room.id);
    if (!entryOfResult) return;
    showRoom(entryOfResult.id);
    chat.openRooms.goTo(entryOfResult.id, message);
  };

  return (
    <Dialog title={t('search.search')} onClose={onClose} isWide>
      <input
        class="input"
        type="search"
        aria-label={t('search.searchMessages')}
        placeholder={t('search.searchMessages')}
        value={query.value}
        data-first
        ref={input}
        onInput={(event) => {
          query.value = event.currentTarget.value;
          suggestions.update(event.currentTarget);
        }}
        {...listAttributes(suggestions)}
        onKeyDown={(event) => suggestions.handleKey(event, input.current)}
      />
      <SuggestionList input={suggestions} area={input} />
      {entry && (
        <Segments
          legend={t('search.searchIn')}
          name="where"
          options={[
            ['room', roomName(entry)],
            ['all', t('search.allRooms')],
          ]}
          chosen={isAllRooms.value ? 'all' : 'room'}
          onChoose={(where) => (isAllRooms.value = where === 'all')}
        />
      )}
      <p class="muted search-count" role="status">
        {page ? resultCountText(page) : fault}
      </p>
      {query.value === '' && <OperatorHints />}
      <ul class="choices" onKeyDown={(event) => rove(event, 'button')}>
        {page?.results.map((each) => (
          <SearchResultRow key={each.message.id} found={each} onChoose={() => openResult(each)} />
        ))}
      </ul>
      {page?.next_before && <Button onClick={loadMore}>{t('design.more')}</Button>}
    </Dialog>
  );
}

function resultCountText({ results, next_before: next }: SearchPage): string {
  const { length: count } = results;
  if (count === 0) return t('search.noneFound');
  if (next !== null) return t('search.firstMessages', { count });
  return t('search.messages', { count });
}
