import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * A message or an edit that a moderator has to allow first, or a message that was rejected: its `client_message_id` is
 * kept for a day, so that it is refused when it is sent again. The row ends with the membership.
 */
@Entity('held_messages')
@Index('held_messages_sent', ['roomId', 'userId', 'clientMessageId'], { unique: true })
@Index('held_messages_listed', ['roomId', 'heldAt', 'messageId'])
@Index('held_messages_of_user', ['userId'])
@Index('held_messages_named', ['messageId'])
@Index('held_messages_oldest', ['heldAt', 'messageId'], { where: 'body IS NOT NULL' })
@ForeignKey('RoomMember', ['roomId', 'userId'], ['roomId', 'userId'], { onDelete: 'CASCADE' })
export class HeldMessageRow {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  /** The id of the edited message, or the id that a held send gets when it is stored. */
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  /** The sender. */
  @Column({ type: 'integer' })
  userId!: number;

  /** Whether the message is stored, and this is an edit of it. */
  @Column({ type: 'boolean' })
  isEdit!: boolean;

  /** Null for an edit, and for a message without one. */
  @Column({ type: 'uuid', nullable: true })
  clientMessageId!: string | null;

  /** `{content, extra_fields}` as stored JSON. Null: it was rejected. */
  @Column({ type: 'text', nullable: true })
  body!: string | null;

  @Column({ type: 'timestamptz' })
  heldAt!: Date;

  /** When it is rejected by itself; of a rejected one: when the row is deleted. */
  @Column({ type: 'timestamptz' })
  heldUntil!: Date;
}
