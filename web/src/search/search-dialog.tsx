import type { RoomListEntry, SearchPage, SearchResult } from '@parley/client';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { Button } from '../design/button.js';
import { Dialog } from '../design/dialog.js';
import { rove } from '../design/roving.js';
import { Segments } from '../design/segments.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { showRoom } from '../location.js';
import { roomName } from '../rooms/names.js';
import { SearchResultRow } from './search-result-row.js';

/** The search starts after this pause in typing. */
const DEBOUNCE_MS = 300;

interface SearchProps {
  /** The room to search; all rooms if undefined. */
  readonly entry?: RoomListEntry | undefined;
  readonly onClose: () => void;
}

export function SearchDialog({ entry, onClose }: SearchProps): JSX.Element {
  const chat = useChat();
  const query = useSignal('');
  const isAllRooms = useSignal(entry === undefined);
  const page = useSignal<SearchPage | null>(null);
  const text = query.value.trim();
  const roomId = isAllRooms.value ? undefined : entry?.id;
  const scope = roomId === undefined ? {} : { roomId };

  useEffect(() => {
    let isCancelled = false;
    const timer = setTimeout(() => {
      if (!text) page.value = null;
      else
        void attempt(async () => {
          const found = await chat.parley.search(text, scope);
          if (!isCancelled) page.value = found;
        });
    }, DEBOUNCE_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [text, roomId]);

  const loadMore = (): Promise<boolean> =>
    attempt(async () => {
      const before = page.value;
      if (!before?.next_before) return;
      const { results, next_before } = await chat.parley.search(text, { ...scope, before: before.next_before });
      // Ignored when the query has changed meanwhile.
      if (page.value === before) page.value = { results: [...before.results, ...results], next_before };
    });

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
        onInput={(event) => {
          query.value = event.currentTarget.value;
        }}
      />
      {entry && (
        <Segments
          legend={t('search.searchIn')}
          name="where"
          options={[
            ['room', roomName(entry)],
            ['all', t('search.allRooms')],
          ]}
          chosen={isAllRooms.value ? 'all' : 'room'}
          onChoose={(where) => {
            isAllRooms.value = where === 'all';
          }}
        />
      )}
      <p class="muted search-count" role="status">
        {page.value && resultCountText(page.value)}
      </p>
      <ul
        class="choices"
        onKeyDown={(event) => {
          rove(event, 'button');
        }}
      >
        {page.value?.results.map((each) => (
          <SearchResultRow
            key={each.message.id}
            found={each}
            onChoose={() => {
              openResult(each);
            }}
          />
        ))}
      </ul>
      {page.value?.next_before && <Button onClick={() => void loadMore()}>{t('design.more')}</Button>}
    </Dialog>
  );
}

function resultCountText({ results, next_before: next }: SearchPage): string {
  const { length: count } = results;
  if (count === 0) return t('search.noneFound');
  if (next !== null) return t('search.firstMessages', { count });
  return t('search.messages', { count });
}
