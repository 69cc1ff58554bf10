import type { MemberMark, Parley } from '@parley/client';
import { signal } from '@preact/signals';

export type MarksOfRoom = ReadonlyMap<number, Pick<MemberMark, 'delivered_seq' | 'read_seq'>>;

const NONE: MarksOfRoom = new Map();

/** How far the members of each room have got, as far as it was told. */
export class Marks {
  private readonly rooms = signal<ReadonlyMap<string, MarksOfRoom>>(new Map());

  constructor(parley: Parley) {
    parley.on('marks', ({ roomId, marks }) => {
      this.become(roomId, new Map(marks.map((mark) => [mark.user_id, mark])));
    });
    parley.on('receipt', ({ roomId, userId, upToSeq }) => {
      if (userId !== undefined && upToSeq !== undefined) this.reads(roomId, userId, upToSeq);
    });
    parley.on('left', ({ roomId }) => {
      this.become(roomId, NONE);
    });
  }

  of(roomId: string): MarksOfRoom {
    return this.rooms.value.get(roomId) ?? NONE;
  }

  private reads(roomId: string, userId: number, upToSeq: number): void {
    const marks = new Map(this.of(roomId));
    const before = marks.get(userId) ?? { delivered_seq: 0, read_seq: 0 };
    marks.set(userId, {
      delivered_seq: Math.max(before.delivered_seq, upToSeq),
      read_seq: Math.max(before.read_seq, upToSeq),
    });
    this.become(roomId, marks);
  }

  private become(roomId: string, marks: MarksOfRoom): void {
    this.rooms.value = new Map(this.rooms.value).set(roomId, marks);
  }
}
