import type { Message, SearchFragment, SearchResult } from '@parley/client';
import type { MessageFilters } from '@parley/client/conversations';
import { useState } from 'react';
import type { ReactNode } from 'react';

import type { Styling } from '../parts/styling.js';
import { useSearch } from '../react-hooks.js';
import { reasonOf } from '../state/reason.js';
import { nameOf } from '../state/room-title.js';
import { partsOfFragment } from '../state/search-fragments.js';
import type { FoundMessages } from '../state/search-state.js';

export interface SearchTexts {
  /** The name of the part and of its field. Default: `Search messages`. */
  readonly label?: string;
  /** Default: `Search`. */
  readonly find?: string;
  /** Default: `More results`. */
  readonly more?: string;
  /** What is known of the search, which is announced. Default: `3 results`, or the reason of a refusal. */
  readonly state?: (found: FoundMessages) => string;
}

export interface SearchProps extends Styling {
  /** Called with the message that the user has chosen. Default: the list of its room scrolls to it, where it is shown. */
  readonly onSelect?: (message: Message) => void;
  /** Further conditions, such as the room. Default: all rooms of the user. */
  readonly filters?: Omit<MessageFilters, 'query'>;
  readonly texts?: SearchTexts;
}

function inEnglish({ results, isDone, isSearching, hasMore, error }: FoundMessages): string {
  if (error) return `Not found: ${reasonOf(error)}`;
  if (isSearching) return 'Searching…';
  if (!isDone) return '';
  return `${String(results.length)}${hasMore ? ' or more' : ''} ${results.length === 1 ? 'result' : 'results'}`;
}

/** A field for words, and the messages that contain all of them. A search begins with Enter. */
export function Search({ onSelect, filters, texts = {}, className }: SearchProps): ReactNode {
  const { label = 'Search messages', find = 'Search', more = 'More results', state = inEnglish } = texts;
  const [words, setWords] = useState('');
  const search = useSearch();
  return (
    <div className={className} role="search" aria-label={label} data-parley-search="">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const query = words.trim();
          if (query === '') search.clear();
          else void search.find({ ...filters, query });
        }}
      >
        <input
          type="search"
          aria-label={label}
          dir="auto"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <button type="submit">{find}</button>
      </form>
      <p role="status">{state(search)}</p>
      {search.results.length > 0 && (
        <ul data-parley-results="">
          {search.results.map((result) => (
            <li key={result.message.id}>
              <button type="button" onClick={() => (onSelect ?? search.show)(result.message)}>
                <Result result={result} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {search.hasMore && (
        <button type="button" onClick={() => void search.findMore()}>
          {more}
        </button>
      )}
    </div>
  );
}

function Result({ result: { message, fragments } }: { readonly result: SearchResult }): ReactNode {
  const time = new Date(message.created_at);
  return (
    <>
      <span dir="auto" data-parley-author="">
        {nameOf(message.sender)}
      </span>{' '}
      <time dir="auto" dateTime={message.created_at}>
        {time.toLocaleString()}
      </time>{' '}
      <span dir="auto" data-parley-found="">
        {fragments.length === 0 ? message.content : fragments.map((each, at) => <Fragment key={at} fragment={each} />)}
      </span>
    </>
  );
}

/** A part of the text, with the matches marked. */
function Fragment({ fragment }: { readonly fragment: SearchFragment }): ReactNode {
  return (
    <>
      {partsOfFragment(fragment).map(({ text, isMatch }, at) =>
        isMatch ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
      )}{' '}
    </>
  );
}
