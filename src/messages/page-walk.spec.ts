import fc from 'fast-check';

import { PageWalks } from './page-walk.js';
import type { PagePlace } from './page-walk.js';

/** The messages of one room, of which a test reads pages as the service does. */
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

  read(page: number, size: number, connectionId = 'phone'): number[] {
    const walk = this.walks.walk(connectionId, 'room', { page, size });
    const shown = this.at(walk.placeOf(page), size);
    walk.shown(page, shown);
    return shown;
  }

  private at({ from = 0, below = Infinity, offset }: PagePlace, size: number): number[] {
    return this.seqs.filter((seq) => seq >= from && seq < below).slice(offset, offset + size);
  }
}

describe('a walk through the pages of a history', () => {
  it('shows every message once, when nothing happens', () => {
    const room = new Room(7);
    const pages = [1, 2, 3, 4].map((page) => room.read(page, 3));
    expect(pages).toEqual([[7, 6, 5], [4, 3, 2], [1], []]);
  });

  it('is not shifted by what is sent meanwhile', () => {
    const room = new Room(6);
    expect(room.read(1, 3)).toEqual([6, 5, 4]);
    room.send(2);
    expect(room.read(2, 3)).toEqual([3, 2, 1]);
    expect(room.read(3, 3)).toEqual([]);
  });

  it('leaves nothing out for what is deleted meanwhile', () => {
    const room = new Room(6);
    expect(room.read(1, 2)).toEqual([6, 5]);
    room.delete(6, 5);
    expect(room.read(2, 2)).toEqual([4, 3]);
    room.delete(3);
    expect(room.read(3, 2)).toEqual([2, 1]);
  });

  it('shows a page again with what is left of it', () => {
    const room = new Room(6);
    for (const page of [1, 2, 3]) room.read(page, 2);
    room.send(3);
    room.delete(4);
    expect(room.read(2, 2)).toEqual([3]);
    expect(room.read(3, 2)).toEqual([2, 1]);
    room.delete(3);
    expect(room.read(2, 2)).toEqual([]);
  });

  it('begins anew with the first page', () => {
    const room = new Room(3);
    expect(room.read(1, 2)).toEqual([3, 2]);
    room.send(2);
    expect(room.read(1, 2)).toEqual([5, 4]);
    expect(room.read(2, 2)).toEqual([3, 2]);
  });

  it('counts a page that is jumped to from the nearest before it', () => {
    const room = new Room(10);
    room.read(1, 2);
    room.send(5);
    expect(room.read(4, 2)).toEqual([4, 3]);
    room.delete(4, 10);
    expect(room.read(5, 2)).toEqual([2, 1]);
    expect(room.read(4, 2)).toEqual([3]);
    expect(room.read(2, 2)).toEqual([8, 7]);
  });

  it('goes on from the same start in pages of another size', () => {
    const room = new Room(6);
    room.read(1, 2);
    room.send(3);
    expect(room.read(2, 3)).toEqual([3, 2, 1]);
    expect(room.read(2, 2)).toEqual([4, 3]);
  });

  it('counts from the newest message where it has not seen the first page, and goes on from there', () => {
    const room = new Room(6);
    expect(room.read(2, 2)).toEqual([4, 3]);
    room.send(4);
    expect(room.read(3, 2)).toEqual([2, 1]);
  });

  it('is one of each connection', () => {
    const room = new Room(4);
    expect(room.read(1, 2, 'phone')).toEqual([4, 3]);
    room.send(2);
    expect(room.read(1, 2, 'laptop')).toEqual([6, 5]);
    expect(room.read(2, 2, 'phone')).toEqual([2, 1]);
    expect(room.read(2, 2, 'laptop')).toEqual([4, 3]);
  });

  it('goes on where it is, however long it is', () => {
    const room = new Room(500);
    const shown = Array.from({ length: 500 }, (_, at) => {
      const page = room.read(at + 1, 1);
      room.send(1);
      return page;
    });
    expect(shown.flat()).toEqual(Array.from({ length: 500 }, (_, at) => 500 - at));
  });

  it('shows what was there at its first page and is there still, once and in order, whatever happens', () => {
    const happening = fc.oneof(
      fc.record({ send: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ delete: fc.array(fc.nat(), { maxLength: 5 }) }),
      fc.record({ readAgain: fc.nat() }),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.array(happening, { maxLength: 3 }), { maxLength: 60 }),
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
