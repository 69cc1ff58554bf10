/** The name of the kind of private state of drafts, which is stored with each change. */
export const DRAFT = 'draft';

/** Where a user writes: in a room, or in a thread of it. */
export interface DraftPlace {
  readonly roomId: string;
  /** Null: among the messages of the room. */
  readonly threadId: string | null;
}

/** The id of the thread or of the room, by which a draft is stored. */
export const placeIdOf = ({ roomId, threadId }: DraftPlace): string => threadId ?? roomId;

/** The key of a draft in the private state of its user. */
export const keyOfDraft = (place: DraftPlace): string => `${place.roomId}:${placeIdOf(place)}`;

export function placeOfDraft(key: string): DraftPlace {
  const [roomId = '', placeId = ''] = key.split(':');
  return { roomId, threadId: placeId === roomId ? null : placeId };
}

/** The key of a draft, in SQL. @param d a relation with the columns `room_id` and `place_id` */
export const draftKey = (d: string): string => `${d}.room_id || ':' || ${d}.place_id`;
