import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * The text that a user is writing in a room or in a thread, and has not sent. The row ends with the membership. Not to
 * be confused with a `Draft`, which is a message that is being sent.
 */
@Entity('drafts')
@Index(['userId', 'roomId', 'placeId'])
@ForeignKey('RoomMember', ['roomId', 'userId'], ['roomId', 'userId'], { onDelete: 'CASCADE' })
export class ComposerDraftRow {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @PrimaryColumn({ type: 'integer' })
  userId!: number;

  /** The id of the room, or of the message that started the thread, which may have been erased. */
  @PrimaryColumn({ type: 'uuid' })
  placeId!: string;

  /** Not empty. */
  @Column({ type: 'text' })
  content!: string;

  /** When the user has changed it last. */
  @Column({ type: 'timestamptz' })
  updatedAt!: Date;
}

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
