import { signal } from '@preact/signals';

import { get } from '../api.js';
import { withQuery } from './addresses.js';
import { errorText } from './attempt.js';

export type Page<Item> = Readonly<Record<string, readonly Item[] | string | number | null>> & {
  readonly next_cursor: string | null;
};

/** A list of the service that is read page by page. */
export class PagedList<Item> {
  readonly items = signal<readonly Item[]>([]);
  readonly isLoading = signal(false);
  /** Whether a page was read. */
  readonly isRead = signal(false);
  readonly error = signal('');
  readonly hasMore = signal(false);

  private cursor: string | null = null;
  /** Answers to the requests of former readings are ignored. */
  private reading = 0;

  /**
   * @param path of the route, with its filters
   * @param name of the items in its answer
   */
  constructor(
    readonly path: string,
    private readonly name: string,
  ) {}

  /** Reads the first page again. The shown rows stay until its answer. */
  reload(): Promise<void> {
    return this.read(null);
  }

  more(): Promise<void> {
    return this.read(this.cursor);
  }

  /** Takes what a page has beside its items. */
  protected answered(_page: Page<Item>): void {
    // By default nothing.
  }

  private async read(cursor: string | null): Promise<void> {
    const reading = ++this.reading;
    this.isLoading.value = true;
    this.error.value = '';
    try {
      const page = await get<Page<Item>>(withQuery(this.path, { cursor }));
      if (reading !== this.reading) return;
      const items = (page[this.name] ?? []) as readonly Item[];
      this.items.value = cursor === null ? items : [...this.items.value, ...items];
      this.cursor = page.next_cursor;
      this.hasMore.value = page.next_cursor !== null;
      this.isRead.value = true;
      this.answered(page);
    } catch (error) {
      if (reading === this.reading) this.error.value = errorText(error);
    }
    if (reading === this.reading) this.isLoading.value = false;
  }
}
