import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/**
 * A notification of a reaction, or of a mention that an edit has added to a message that its user had received before.
 * Notifications of new messages are not stored, but derived from the messages.
 */
@Entity('notifications')
@Index(['userId', 'roomId'])
@Unique(['messageId', 'actorId', 'roomId'])
@ForeignKey('Reaction', ['roomId', 'messageId', 'actorId'], ['roomId', 'messageId', 'userId'], { onDelete: 'CASCADE' })
@ForeignKey('Message', ['roomId', 'messageId'], ['roomId', 'id'], { onDelete: 'CASCADE' })
export class Notification {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'uuid' })
  messageId!: string;

  /** The user who reacted; null: no reaction. */
  @Column({ type: 'integer', nullable: true })
  actorId!: number | null;

  @Column({ type: 'varchar', length: 20 })
  notificationType!: string;

  @Column({ type: 'timestamptz' })
  createdAt!: Date;
}
