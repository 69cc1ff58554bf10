/** What a page of a sync told of a room: what is above one number, up to another. */
export interface ToldRoom {
  readonly room_id: string;
  readonly after_seq: number;
  readonly up_to_seq: number;
  /** Whether the client was told to begin the room anew. */
  readonly reset: boolean;
}
