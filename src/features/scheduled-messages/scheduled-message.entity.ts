import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A message that is sent at a later time, by a timer. */
@Entity('scheduled_messages')
@Index('scheduled_messages_listed', ['userId', 'sendAt', 'id'])
@Index('scheduled_messages_notified', ['userId'], { where: 'notification_id IS NOT NULL' })
export class ScheduledMessageRow {
  /** The author. */
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** The `client_message_id` that the sent message has. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** The room may be deleted by now. */
  @Column({ type: 'uuid' })
  roomId!: string;

  /** `{content, extra_fields}` as stored JSON. */
  @Column({ type: 'text' })
  body!: string;

  @Column({ type: 'timestamptz' })
  sendAt!: Date;

  @Column({ type: 'timestamptz' })
  createdAt!: Date;

  @Column({ type: 'timestamptz' })
  updatedAt!: Date;

  /** Raised by each change of its author. */
  @Column({ type: 'integer', default: 1 })
  version!: number;

  /** The id that the sent message has: it is being sent, and cannot be changed any more. Null: it is not. */
  @Column({ type: 'uuid', nullable: true })
  messageId!: string | null;

  /** How often sending it was begun. */
  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** When it was refused; null: it is scheduled. */
  @Column({ type: 'timestamptz', nullable: true })
  refusedAt!: Date | null;

  /** Why it was refused: `{code, message}` as JSON. */
  @Column({ type: 'text', nullable: true })
  refusal!: string | null;

  /** Of the pending notification of its refusal; null: there is none. */
  @Column({ type: 'uuid', nullable: true })
  notificationId!: string | null;
}
