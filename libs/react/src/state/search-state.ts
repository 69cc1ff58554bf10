import { ParleyError } from '@parley/client';
import type { Parley, SearchResult } from '@parley/client';
import { MessageSearch } from '@parley/client/conversations';
import type { MessageFilters } from '@parley/client/conversations';

import { ObservableState } from './observable-state.js';

export interface FoundMessages {
  /** Best first. */
  readonly results: readonly SearchResult[];
  /** Whether the results are those of the latest search. */
  readonly isDone: boolean;
  readonly isSearching: boolean;
  readonly hasMore: boolean;
  /** Why the latest request failed; null: it has not. */
  readonly error: ParleyError | null;
}

export const NOTHING_FOUND: FoundMessages = {
  results: [],
  isDone: false,
  isSearching: false,
  hasMore: false,
  error: null,
};

/** The latest search. An answer to an earlier one changes nothing. */
export class SearchState extends ObservableState<FoundMessages> {
  private readonly search: MessageSearch;
  private filters: MessageFilters = {};
  private next: string | null = null;
  private generation = 0;

  constructor(chat: Pick<Parley, 'ask'>) {
    super(NOTHING_FOUND);
    this.search = new MessageSearch(chat);
  }

  /** Begins another search, in place of the one before. */
  async find(filters: MessageFilters): Promise<void> {
    this.clear();
    this.filters = filters;
    await this.load();
  }

  /** Adds a page of results, if there are more. */
  async findMore(): Promise<void> {
    if (this.next !== null && !this.snapshot.isSearching) await this.load(this.next);
  }

  clear(): void {
    this.generation += 1;
    this.next = null;
    this.set(NOTHING_FOUND);
  }

  override close(): void {
    super.close();
    this.generation += 1;
  }

  private async load(before?: string): Promise<void> {
    const { generation } = this;
    const isLate = (): boolean => generation !== this.generation;
    this.set({ ...this.snapshot, isSearching: true, error: null });
    try {
      const page = await this.search.find(this.filters, before === undefined ? {} : { before });
      if (isLate()) return;
      this.next = page.next_before;
      const results = [...this.snapshot.results, ...page.results];
      this.set({ results, isDone: true, isSearching: false, hasMore: this.next !== null, error: null });
    } catch (error) {
      if (isLate()) return;
      const reason = error instanceof ParleyError ? error : new ParleyError('offline', String(error));
      this.set({ ...this.snapshot, isSearching: false, error: reason });
    }
  }
}
