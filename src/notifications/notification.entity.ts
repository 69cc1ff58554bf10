import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A notification of a reaction. Those of messages are not stored, but derived from the messages. */
@Entity('notifications')
@Index(['userId', 'roomId'])
@Unique(['messageId', 'actorId'])
@ForeignKey('Reaction', ['messageId', 'actorId'], ['messageId', 'userId'], { onDelete: 'CASCADE' })
export class Notification {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  @Index()
  roomId!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'uuid' })
  @ForeignKey('Message', { onDelete: 'CASCADE' })
  messageId!: string;

  /** The user who reacted. */
  @Column({ type: 'integer' })
  actorId!: number;

  @Column({ type: 'varchar', length: 20 })
  notificationType!: string;

  @Column({ type: 'timestamptz' })
  createdAt!: Date;
}
