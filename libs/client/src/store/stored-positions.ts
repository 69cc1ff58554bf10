import { RecordMirror } from './record-mirror.js';

/** The position of each room, with a number that is higher the later it changed. */
export class StoredPositions {
  readonly mirror = new RecordMirror<readonly [seq: number, turn: number]>('positions');

  /** The least recently changed room first, as the client needs them. */
  get all(): Record<string, number> {
    const records = [...this.mirror.records].sort(([, [, one]], [, [, other]]) => one - other);
    return Object.fromEntries(records.map(([roomId, [seq]]) => [roomId, seq]));
  }

  /** 0: none. */
  of(roomId: string): number {
    return this.mirror.records.get(roomId)?.[0] ?? 0;
  }

  set(positions: Readonly<Record<string, number>>): void {
    const { records } = this.mirror;
    let turn = Math.max(0, ...[...records.values()].map(([, each]) => each));
    for (const [roomId, seq] of Object.entries(positions)) {
      if (records.get(roomId)?.[0] !== seq) records.set(roomId, [seq, (turn += 1)]);
    }
    for (const roomId of records.keys()) if (!(roomId in positions)) records.delete(roomId);
  }
}
