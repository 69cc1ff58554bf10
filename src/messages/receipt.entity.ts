import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** That one user was given, or has read, one message. */
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
