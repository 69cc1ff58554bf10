import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A message whose row is gone: whoever knew it learns from here that it was deleted. */
@Entity('message_deletions')
@Index(['roomId', 'changeSeq'])
export class MessageDeletion {
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @Column({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  /** The number of the deletion in the room's log. */
  @Column({ type: 'bigint' })
  changeSeq!: number;
}
