import { Injectable } from '@nestjs/common';
import type { PrivateState } from '@parley/protocol';

import { UnitOfWork } from '../platform/database/unit-of-work.js';
import type { Snapshot } from '../platform/database/unit-of-work.js';
import { PrivateKinds } from './private-kinds.js';
import type { ChangedItem } from './private-kinds.js';
import { KEPT_CHANGES } from './numbered-changes.js';
import { PrivateLogRepository } from './private-log.repository.js';

/** The number of items of a page of changes. Parts of all items are collected until they are so many. */
const ITEMS_A_PAGE = 500;

type ListedItem = Pick<ChangedItem, 'kind' | 'item'>;

interface ChangesPage {
  readonly items: readonly ListedItem[];
  /** The position of a client that has the page. */
  readonly seq: number;
  readonly isLast: boolean;
}

/**
 * The private state that a client misses, in pages: the items that changed after its number, or all of them if the log
 * does not reach so far. A client that was interrupted between pages of changes continues at the number of the last one.
 */
@Injectable()
export class PrivateSync {
  constructor(
    private readonly work: UnitOfWork,
    private readonly repository: PrivateLogRepository,
    private readonly kinds: PrivateKinds,
  ) {}

  /** @param position the number up to which the client has all changes; undefined: its number is not valid any more */
  async *since(userId: number, position: number | undefined): AsyncGenerator<PrivateState, void> {
    let after = position;
    while (after !== undefined) {
      const from: number = after;
      const page = await this.work.snapshot((snapshot) => this.changes(snapshot, userId, from));
      if (page) yield stateOf(page.items, page.seq, false);
      if (page?.isLast) return;
      after = page?.seq;
    }
    yield* this.all(userId);
  }

  /** @returns undefined if the log does not have all changes after the number, or ends before it */
  private async changes({ manager }: Snapshot, userId: number, after: number): Promise<ChangesPage | undefined> {
    const [last = 0] = await this.repository.heads([userId], manager);
    if (after > last || after < last - KEPT_CHANGES) return undefined;
    const changed = await this.repository.changed(manager, userId, after, ITEMS_A_PAGE + 1);
    const isLast = changed.length <= ITEMS_A_PAGE;
    const shown = changed.slice(0, ITEMS_A_PAGE);
    const items = await this.kinds.items(manager, userId, shown);
    return { items, seq: isLast ? last : (shown.at(-1)?.seq ?? last), isLast };
  }

  /**
   * All items. The number is read before them: what changes meanwhile has a higher one. Only the last page has it,
   * because a client without the last page does not have all items.
   */
  private async *all(userId: number): AsyncGenerator<PrivateState, void> {
    const [last = 0] = await this.repository.heads([userId]);
    let items: ListedItem[] = [];
    let isFirst = true;
    for (const kind of this.kinds.all) {
      let after: string | undefined;
      do {
        if (items.length >= ITEMS_A_PAGE) {
          yield stateOf(items, null, isFirst);
          [items, isFirst] = [[], false];
        }
        const from = after;
        const part = await this.work.snapshot(({ manager }) => kind.page(manager, userId, from));
        for (const item of part.items.values()) items.push({ kind, item });
        after = part.next;
      } while (after !== undefined);
    }
    yield stateOf(items, last, isFirst);
  }
}

function stateOf(items: readonly ListedItem[], seq: number | null, reset: boolean): PrivateState {
  const lists = { favourites: [], archived: [], marks: [], follows: [], notify: [] };
  for (const { kind, item } of items) (lists[kind.list] as (typeof item)[]).push(item);
  return { seq, reset, ...lists };
}
