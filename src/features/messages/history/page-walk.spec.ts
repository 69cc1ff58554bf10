import fc from 'fast-check';

import { PageWalks } from './page-walk.js';
import type { PagePlace } from './page-walk.js';

/** The messages of one room; a test reads pages of them as the service does. */
class Room {
  readonly seqs: number[] = [];
  private readonly walks = new PageWalks();
  private last = 0;

  constructor(messages = 0) {
    this.send(messages);
  }

  send(count: number): void {
    for (; count > 0; count -= 1) this.seqs.unshift((this.last += 1));
  }

  delete(...seqs: number[]): void {
    for (const seq of seqs) this.seqs.splice(this.seqs.indexOf(seq), 1);
  }

  /** @param most the maximum number of messages that fit on a page */
  read(page: number, size: number, connectionId = 'phone', most = size): number[] {
    const walk = this.walks.walk(connectionId, 'room', { page, size });
    const found = this.at(walk.placeOf(page), size);
    const shown = found.slice(0, most);
    walk.shown(page, shown, shown.length < found.length);
    return shown;
  }

  private at({ from = 0, below = Infinity, offset }: PagePlace, size: number): number[] {
    return this.seqs.filter((seq) => seq >= from && seq < below).slice(offset, offset + size);
  }
}

describe('PageWalks', () => {
  it('returns every message once if pages are cut, also if a page is requested again and cut further', () => {
    const room = new Room(9);
    const read = (page: number, most: number): number[] => room.read(page, 4, 'phone', most);
    expect([read(1, 3), read(2, 3), read(3, 3), read(4, 3)]).toEqual([[9, 8, 7], [6, 5, 4], [3, 2, 1], []]);
    expect([read(1, 2), read(2, 2), read(3, 2), read(4, 4)]).toEqual([
      [9, 8],
      [7, 6],
      [5, 4],
      [3, 2, 1],
    ]);
  });

  it('returns every message once if nothing changes', () => {
    const room = new Room(7);
    const pages = [1, 2, 3, 4].map((page) => room.read(page, 3));
    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1], []]);
  });

  it('does not shift pages when messages are sent meanwhile', () => {
    const room = new Room(6);
    expect(room.read(1, 3)).toEqual([6, 5, 4]);
    room.send(2);
    expect(room.read(2, 3)).toEqual([3, 2, 1]);
    expect(room.read(3, 3)).toEqual([]);
  });

  it('skips no message when others are deleted meanwhile', () => {
    const room = new Room(6);
    expect(room.read(1, 2)).toEqual([6, 5]);
    room.delete(6, 5);
    expect(room.read(2, 2)).toEqual([4, 3]);
    room.delete(3);
    expect(room.read(3, 2)).toEqual([2, 1]);
  });

  it('returns the remaining messages of a page that is requested again', () => {
    const room = new Room(6);
    for (const page of [1, 2, 3]) room.read(page, 2);
    room.send(3);
    room.delete(4);
    expect(room.read(2, 2)).toEqual([3]);
    expect(room.read(3, 2)).toEqual([2, 1]);
    room.delete(3);
    expect(room.read(2, 2)).toEqual([]);
  });

  it('starts a new walk with the first page', () => {
    const room = new Room(3);
    expect(room.read(1, 2)).toEqual([3, 2]);
    room.send(2);
    expect(room.read(1, 2)).toEqual([5, 4]);
    expect(room.read(2, 2)).toEqual([3, 2]);
  });

  it('counts a page that is requested out of order from the nearest known page before it', () => {
    const room = new Room(10);
    room.read(1, 2);
    room.send(5);
    expect(room.read(4, 2)).toEqual([4, 3]);
    room.delete(4, 10);
    expect(room.read(5, 2)).toEqual([2, 1]);
    expect(room.read(4, 2)).toEqual([3]);
    expect(room.read(2, 2)).toEqual([8, 7]);
  });

  it('keeps the start of the walk when the page size changes', () => {
    const room = new Room(6);
    room.read(1, 2);
    room.send(3);
    expect(room.read(2, 3)).toEqual([3, 2, 1]);
    expect(room.read(2, 2)).toEqual([4, 3]);
  });

  it('counts from the newest message if the first page was not requested, and continues from there', () => {
    const room = new Room(6);
    expect(room.read(2, 2)).toEqual([4, 3]);
    room.send(4);
    expect(room.read(3, 2)).toEqual([2, 1]);
  });

  it('keeps a separate walk for each connection', () => {
    const room = new Room(4);
    expect(room.read(1, 2, 'phone')).toEqual([4, 3]);
    room.send(2);
    expect(room.read(1, 2, 'laptop')).toEqual([6, 5]);
    expect(room.read(2, 2, 'phone')).toEqual([2, 1]);
    expect(room.read(2, 2, 'laptop')).toEqual([4, 3]);
  });

  it('continues over hundreds of pages', () => {
    const room = new Room(500);
    const shown = Array.from({ length: 500 }, (_, at) => {
      const page = room.read(at + 1, 1);
      room.send(1);
      return page;
    });
    expect(shown.flat()).toEqual(Array.from({ length: 500 }, (_, at) => 500 - at));
  });

  it('returns each message of the first request that still exists once and in order, during any changes', () => {
    const steps = fc.oneof(
      fc.record({ send: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ delete: fc.array(fc.nat(), { maxLength: 5 }) }),
      fc.record({ readAgain: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.array(steps, { maxLength: 3 }), { maxLength: 60 }),
        (messages, size, between) => {
          const room = new Room(messages);
          const there = [...room.seqs];
          const shown: number[] = [];
          const deletedUnseen = new Set<number>();
          for (let page = 1; page <= messages + 2; page += 1) {
            shown.push(...room.read(page, size));
            for (const what of between[page - 1] ?? []) {
              if ('send' in what) room.send(what.send);
              else if ('readAgain' in what && page > 1) room.read(2 + (what.readAgain % (page - 1)), size);
              else if ('delete' in what) {
                for (const place of what.delete.filter(() => room.seqs.length > 0)) {
                  const seq = room.seqs[place % room.seqs.length]!;
                  if (!shown.includes(seq)) deletedUnseen.add(seq);
                  room.delete(seq);
                }
              }
            }
          }
          expect(shown).toEqual(there.filter((seq) => !deletedUnseen.has(seq)));
        },
      ),
    );
  });
});
