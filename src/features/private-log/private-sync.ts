import { Injectable } from '@nestjs/common';
import type { PrivateState } from '@parley/protocol';

import { listBytes } from '../../platform/collections/list-bytes.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { UnitOfWork } from '../../platform/database/unit-of-work.js';
import type { Snapshot } from '../../platform/database/unit-of-work.js';
import { ITEMS_A_PAGE, PrivateKinds } from './private-kinds.js';
import type { ChangedItem } from './private-kinds.js';
import { KEPT_CHANGES, PrivateLogRepository } from './private-log.repository.js';

type ListedItem = Pick<ChangedItem, 'kind' | 'item'>;

interface ChangesPage {
  readonly items: readonly ListedItem[];
  /** The position of a client that has the page. */
  readonly seq: number;
  readonly isLast: boolean;
}

/**
 * The private state that a client misses, in pages: the items that changed after its number, or all of them if the log
 * does not reach so far. A client that was interrupted between pages of changes continues at the number of the last
 * one.
 */
@Injectable()
export class PrivateSync {
  private readonly mostBytes: number;

  constructor(
    private readonly work: UnitOfWork,
    private readonly repository: PrivateLogRepository,
    private readonly kinds: PrivateKinds,
    limits: Limits,
  ) {
    this.mostBytes = listBytes(limits.answerBytes);
  }

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
    const read = this.kinds.withinPage(changed.slice(0, ITEMS_A_PAGE));
    const items = await this.kinds.items(manager, userId, read);
    const page = new ItemPage(this.mostBytes);
    const end = items.findIndex((item) => !page.take(item));
    if (end >= 0) return { items: page.items, seq: items[end - 1]?.seq ?? last, isLast: false };
    const isLast = read.length === changed.length;
    return { items, seq: isLast ? last : (read.at(-1)?.seq ?? last), isLast };
  }

  /**
   * All items. The number is read before them: what changes meanwhile has a higher one. Only the last page has it,
   * because a client without the last page does not have all items.
   */
  private async *all(userId: number): AsyncGenerator<PrivateState, void> {
    const [last = 0] = await this.repository.heads([userId]);
    let page = new ItemPage(this.mostBytes);
    let isFirst = true;
    for await (const item of this.everyItem(userId)) {
      if (page.take(item)) continue;
      yield stateOf(page.items, null, isFirst);
      [page, isFirst] = [new ItemPage(this.mostBytes), false];
      page.take(item);
    }
    yield stateOf(page.items, last, isFirst);
  }

  private async *everyItem(userId: number): AsyncGenerator<ListedItem, void> {
    for (const kind of this.kinds.all) {
      let after: string | undefined;
      do {
        const from = after;
        const part = await this.work.snapshot(({ manager }) => kind.page(manager, userId, from));
        for (const item of part.items.values()) yield { kind, item };
        after = part.next;
      } while (after !== undefined);
    }
  }
}

const COMMA = 1;

/** The items of one frame. */
class ItemPage {
  readonly items: ListedItem[] = [];
  private bytes = 0;

  constructor(private readonly mostBytes: number) {}

  /** @returns whether the item fits. The first one does. */
  take(listed: ListedItem): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(listed.item)) + COMMA;
    if (this.items.length > 0 && (this.bytes + bytes > this.mostBytes || this.items.length >= ITEMS_A_PAGE))
      return false;
    this.items.push(listed);
    this.bytes += bytes;
    return true;
  }
}

function stateOf(items: readonly ListedItem[], seq: number | null, reset: boolean): PrivateState {
  const lists = {
    favourites: [],
    archived: [],
    marks: [],
    follows: [],
    saved: [],
    drafts: [],
    scheduled: [],
    notify: [],
    blocks: [],
  };
  for (const { kind, item } of items) (lists[kind.list] as (typeof item)[]).push(item);
  return { seq, reset, ...lists };
}
