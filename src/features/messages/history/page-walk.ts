import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { mostEntries } from '../../../platform/collections/most-entries.js';

/** A part of a room's history, by sequence numbers. */
export interface LogRange {
  /** Undefined: from the first message. */
  readonly from: number | undefined;
  /** Undefined: to the newest message. */
  readonly below: number | undefined;
}

/** Where the messages of a page are, newest first. */
export interface PagePlace extends LogRange {
  /** The number of the newest messages of the range that are on earlier pages. */
  readonly offset: number;
}

const WALKS_REMEMBERED = 10_000;
const PAGES_REMEMBERED = 100;

/**
 * Remembers where the pages of one walk through a room's history begin, so that they join without gaps and overlaps
 * whatever is sent and deleted meanwhile. Each page begins below the last message of the previous one. A page that is
 * requested again contains what remains of its messages. An unknown page is counted from the nearest known one before
 * it.
 */
class PageWalk {
  /** The sequence number below which a page begins, by the number of the page. */
  private readonly begins = new Map<number, number>();

  /** @param start where the first page begins; undefined: at the newest message */
  constructor(
    readonly size: number,
    private start?: number,
  ) {}

  /** The same walk in pages of another size. */
  resized(size: number): PageWalk {
    return new PageWalk(size, this.start);
  }

  placeOf(page: number): PagePlace {
    const from = this.begins.get(page + 1);
    const nearest = Math.max(1, ...[...this.begins.keys()].filter((known) => known <= page));
    return { from, below: this.beginOf(nearest), offset: (page - nearest) * this.size };
  }

  /**
   * @param seqs the sequence numbers of the messages on a page, newest first
   * @param truncated whether the page was cut, so that the next one begins anew
   */
  shown(page: number, seqs: readonly number[], truncated: boolean): void {
    const [newest, oldest] = [seqs[0], seqs.at(-1)];
    if (truncated) for (const known of this.begins.keys()) if (known > page) this.begins.delete(known);
    if (page === 1) this.start ??= newest === undefined ? 0 : newest + 1;
    if (newest === undefined || oldest === undefined) return;
    this.remember(page, newest + 1);
    this.remember(page + 1, oldest);
  }

  private beginOf(page: number): number | undefined {
    return page === 1 ? this.start : this.begins.get(page);
  }

  /** Keeps an earlier entry of the same page. */
  private remember(page: number, seq: number): void {
    if (page > 1 && !this.begins.has(page)) this.begins.set(page, seq);
    const [earliest] = this.begins.keys();
    if (this.begins.size > PAGES_REMEMBERED && earliest !== undefined) this.begins.delete(earliest);
  }
}

/** The latest walks on this node: one for each connection and room. */
@Injectable()
export class PageWalks {
  private readonly walks = new LRUCache<string, PageWalk>(mostEntries(WALKS_REMEMBERED));

  /** The walk that a page belongs to. The first page starts a new walk; another page size continues it in that size. */
  walk(connectionId: string, roomId: string, { page, size }: { page: number; size: number }): PageWalk {
    const key = `${connectionId}:${roomId}`;
    const earlier = page === 1 ? undefined : this.walks.get(key);
    const walk = earlier?.size === size ? earlier : (earlier?.resized(size) ?? new PageWalk(size));
    this.walks.set(key, walk);
    return walk;
  }
}
