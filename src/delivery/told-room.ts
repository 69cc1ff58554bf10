/** The range of sequence numbers of a room that a page of a sync returned. */
export interface SyncedRange {
  readonly room_id: string;
  readonly after_seq: number;
  readonly up_to_seq: number;
  /** Whether it was a reset of the room. */
  readonly reset: boolean;
}
