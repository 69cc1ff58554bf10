import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A message that a user has saved. The message may be gone by now, or not be readable to the user any more. */
@Entity('saved_messages')
@Index('saved_messages_listed', ['userId', 'savedAt', 'messageId'])
export class SavedMessageRow {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  /** The room of the message. */
  @Column({ type: 'uuid' })
  roomId!: string;

  @Column({ type: 'timestamptz' })
  savedAt!: Date;

  /** When the user is to be reminded of the message; null: never, or the user has been. */
  @Column({ type: 'timestamptz', nullable: true })
  remindAt!: Date | null;
}

export type SavedRow = Readonly<Pick<SavedMessageRow, 'roomId' | 'messageId' | 'savedAt' | 'remindAt'>>;
