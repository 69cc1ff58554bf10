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
