import { roomIdOf } from '../hub/index.js';
import type { Group } from '../hub/index.js';

/** The numbers that the snapshot of a connection reaches. */
export interface SnapshotNumbers {
  /** By the id of each of the user's rooms. */
  readonly numbers: ReadonlyMap<string, number>;
  /** In the private log of the user. */
  readonly privateSeq: number;
}

/** @returns undefined if the snapshot does not reach the log */
export function numberOf(log: Group, { numbers, privateSeq }: SnapshotNumbers): number | undefined {
  const roomId = roomIdOf(log);
  return roomId === undefined ? privateSeq : numbers.get(roomId);
}
