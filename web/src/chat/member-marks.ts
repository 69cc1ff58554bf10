import type { MemberMark, Parley } from '@parley/client';
import { signal } from '@preact/signals';

export type RoomMarks = ReadonlyMap<number, Pick<MemberMark, 'delivered_seq' | 'read_seq'>>;

const NONE: RoomMarks = new Map();

/** The delivered and read positions of the members of each room, from events. */
export class MemberMarks {
  private readonly rooms = signal<ReadonlyMap<string, RoomMarks>>(new Map());

  constructor(parley: Parley) {
    parley.on('marks', ({ roomId, marks }) => {
      this.setMarks(roomId, new Map(marks.map((mark) => [mark.user_id, mark])));
    });
    parley.on('receipt', ({ roomId, userId, upToSeq }) => {
      if (userId !== undefined && upToSeq !== undefined) this.applyReceipt(roomId, userId, upToSeq);
    });
    parley.on('left', ({ roomId }) => this.setMarks(roomId, NONE));
  }

  inRoom(roomId: string): RoomMarks {
    return this.rooms.value.get(roomId) ?? NONE;
  }

  private applyReceipt(roomId: string, userId: number, upToSeq: number): void {
    const marks = new Map(this.inRoom(roomId));
    const before = marks.get(userId) ?? { delivered_seq: 0, read_seq: 0 };
    marks.set(userId, {
      delivered_seq: Math.max(before.delivered_seq, upToSeq),
      read_seq: Math.max(before.read_seq, upToSeq),
    });
    this.setMarks(roomId, marks);
  }

  private setMarks(roomId: string, marks: RoomMarks): void {
    this.rooms.value = new Map(this.rooms.value).set(roomId, marks);
  }
}
