import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Records that a message has arrived at a user, and whether the user has read it. */
@Entity('receipts')
@Index(['roomId', 'userId'])
export class Receipt {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Message', { onDelete: 'CASCADE' })
  messageId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @Column({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @Column({ type: 'timestamptz' })
  deliveredAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  readAt!: Date | null;
}
