import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

import { textColumn } from '../../platform/database/stored-text.js';

/**
 * There are no foreign keys, which would be checked for each row: one statement of a send checks the room and the
 * grants of all its messages.
 */
@Entity('messages')
@Unique(['roomId', 'seq'])
@Unique(['senderId', 'clientMessageId', 'roomId'])
@Index(['roomId', 'changeSeq'])
@Index('messages_pins_idx', ['roomId', 'pinnedSeq'], { where: 'pinned_seq IS NOT NULL' })
@Index('messages_thread_idx', { synchronize: false })
@Index('messages_in_room_idx', { synchronize: false })
@Index('messages_of_sender_idx', ['roomId', 'senderId', 'id'])
@Index('messages_expiring_idx', ['roomId', 'expiresAt'], { where: 'expires_at IS NOT NULL' })
export class Message {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  /** The sequence number of the message in its room. */
  @Column({ type: 'bigint' })
  seq!: number;

  /** The sequence number of the latest change: `seq` at first, then that of an edit, a deletion or a reaction. */
  @Column({ type: 'bigint' })
  changeSeq!: number;

  @Column({ type: 'integer' })
  senderId!: number;

  @Column({ type: 'text', transformer: textColumn })
  content!: string;

  /** A message of the same room. It is removed before that message is erased. */
  @Column({ type: 'uuid', nullable: true })
  @Index({ where: 'parent_id IS NOT NULL' })
  parentId!: string | null;

  /** A message of any room, which may have been erased. */
  @Column({ type: 'uuid', nullable: true })
  @Index({ where: 'forwarded_from_id IS NOT NULL' })
  forwardedFromId!: string | null;

  @Column({ type: 'boolean', default: false })
  isForwarded!: boolean;

  @Column({ type: 'boolean', default: false })
  isEdited!: boolean;

  @Column({ type: 'boolean', default: false })
  isDeleted!: boolean;

  /** Chosen by the sender to make retries safe. Unique for the sender and the room. */
  @Column({ type: 'uuid', nullable: true })
  clientMessageId!: string | null;

  @Column({ type: 'timestamptz' })
  createdAt!: Date;

  @Column({ type: 'timestamptz' })
  updatedAt!: Date;

  /** Null: `text`. Most messages leave this column and those below null, which costs them nothing. */
  @Column({ type: 'text', nullable: true })
  kind!: string | null;

  /** JSON as text, so that it is read as it was sent, and measured without being read. Null: an empty object. */
  @Column({ type: 'text', nullable: true })
  metadata!: string | null;

  /** Whether members are not notified of it. */
  @Column({ type: 'boolean', nullable: true })
  isSilent!: boolean | null;

  /** Whether it has had mentions. Null: none, so that nobody reads the other table for it. */
  @Column({ type: 'boolean', nullable: true })
  hasMentions!: boolean | null;

  /** Null: it has no poll, so that nobody reads the other tables for it. */
  @Column({ type: 'boolean', nullable: true })
  hasPoll!: boolean | null;

  /** The number under which it was pinned. Null: it is not pinned, as are the two columns below. */
  @Column({ type: 'bigint', nullable: true })
  pinnedSeq!: number | null;

  /** The id of the user who pinned it, who may have been deleted since. */
  @Column({ type: 'integer', nullable: true })
  pinnedBy!: number | null;

  @Column({ type: 'timestamptz', nullable: true })
  pinnedAt!: Date | null;

  /** The previews of its links as JSON. Null: none. */
  @Column({ type: 'text', nullable: true })
  linkPreviews!: string | null;

  /** The message of this room that started the thread in which this is a reply. It may have been erased. */
  @Column({ type: 'uuid', nullable: true })
  threadId!: string | null;

  /** Whether a reply stands among the messages of the room too. */
  @Column({ type: 'boolean', nullable: true })
  alsoToRoom!: boolean | null;

  /** Whether it has started a thread. Null: it has not, so that nobody looks for replies. */
  @Column({ type: 'boolean', nullable: true })
  hasReplies!: boolean | null;

  /** The end of its lifetime, by the clock of the database. Null: it has none. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  /** Null also if a release before 0.3 edited the message: then it was last updated at that time. */
  @Column({ type: 'timestamptz', nullable: true })
  editedAt!: Date | null;
}
