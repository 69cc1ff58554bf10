import type { JSX } from 'preact';

import { Button } from '../../../src/design/button.js';
import { t } from '../languages/texts.js';
import type { PagedList } from './paged-list.js';

interface ItemListProps<Item> {
  /** For screen readers. */
  readonly label: string;
  readonly list: PagedList<Item>;
  readonly keyOf: (item: Item) => string | number;
  /** The content of a row. */
  readonly row: (item: Item) => JSX.Element;
  /** Shown in place of an empty list. */
  readonly empty: string;
}

/** The items of a list, page by page. */
export function ItemList<Item>({ label, list, keyOf, row, empty }: ItemListProps<Item>): JSX.Element {
  const items = list.items.value;
  const isEmpty = list.isRead.value && items.length === 0 && !list.hasMore.value;
  return (
    <>
      {items.length > 0 && (
        <ul class="rows" aria-label={label}>
          {items.map((item) => (
            <li key={keyOf(item)} class="row">
              {row(item)}
            </li>
          ))}
        </ul>
      )}
      {isEmpty && <p class="muted">{empty}</p>}
      <ListEnd list={list} />
    </>
  );
}

/** The state of a list, with a button for its next page. */
export function ListEnd<Item>({ list }: { readonly list: PagedList<Item> }): JSX.Element {
  const isLoading = list.isLoading.value;
  const error = list.error.value;
  return (
    <div class="list-end">
      <p class="visually-hidden" role="status">
        {isLoading ? t('app.loading') : ''}
      </p>
      {!list.isRead.value && isLoading && <p class="muted">{t('app.loading')}</p>}
      {error !== '' && <Failure error={error} onRetry={() => void list.reload()} />}
      {list.hasMore.value && error === '' && (
        <Button isBusy={isLoading} onClick={() => void list.more()}>
          {t('app.more')}
        </Button>
      )}
    </div>
  );
}

interface FailureProps {
  readonly error: string;
  readonly onRetry: () => void;
}

/** Why something could not be read, with a button to try it again. */
export function Failure({ error, onRetry }: FailureProps): JSX.Element {
  return (
    <div class="failure">
      <p class="refusal" role="alert">
        {error}
      </p>
      <Button onClick={onRetry}>{t('app.retry')}</Button>
    </div>
  );
}
