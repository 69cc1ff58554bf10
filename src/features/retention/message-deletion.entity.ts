import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A message whose row has been deleted. Clients that have the message learn of its deletion, and a retried send finds
 * that the message was stored before. Rows of older versions have only the sequence number of the deletion.
 */
@Entity('message_deletions')
@Index(['roomId', 'changeSeq'])
@Index(['senderId', 'clientMessageId'], { where: 'client_message_id IS NOT NULL' })
export class MessageDeletion {
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  /** The sequence number of the deletion. */
  @Column({ type: 'bigint' })
  changeSeq!: number;

  /** The sequence number of the message itself. */
  @Column({ type: 'bigint', nullable: true })
  seq!: number | null;

  @Column({ type: 'integer', nullable: true })
  senderId!: number | null;

  @Column({ type: 'uuid', nullable: true })
  clientMessageId!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  createdAt!: Date | null;
}
