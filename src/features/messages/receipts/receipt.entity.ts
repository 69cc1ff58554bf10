import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Records that a message has arrived at a user, and whether the user has read it. */
@Entity('receipts')
@Index(['roomId', 'userId', 'messageId'])
@ForeignKey('Message', ['roomId', 'messageId'], ['roomId', 'id'], { onDelete: 'CASCADE' })
export class Receipt {
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  @Column({ type: 'timestamptz' })
  deliveredAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  readAt!: Date | null;
}
