import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * A message whose row is gone: whoever knew it learns from here that it was deleted, and whoever sends it again, that
 * it was sent. Of those that went before this was kept, there is only the number of the deletion.
 */
@Entity('message_deletions')
@Index(['roomId', 'changeSeq'])
@Index(['senderId', 'clientMessageId'], { where: 'client_message_id IS NOT NULL' })
export class MessageDeletion {
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  /** The number of the deletion in the room's log. */
  @Column({ type: 'bigint' })
  changeSeq!: number;

  /** The number that the message had itself. */
  @Column({ type: 'bigint', nullable: true })
  seq!: number | null;

  @Column({ type: 'integer', nullable: true })
  senderId!: number | null;

  @Column({ type: 'uuid', nullable: true })
  clientMessageId!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  createdAt!: Date | null;
}
