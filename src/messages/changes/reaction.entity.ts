import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../../platform/database/stored-text.js';

/** A reaction to a message: at most one for each user and message. */
@Entity('reactions')
export class Reaction {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Message', { onDelete: 'CASCADE' })
  messageId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @Column({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  @Index()
  roomId!: string;

  @Column({ type: 'text', transformer: textColumn })
  content!: string;

  @Column({ type: 'timestamptz' })
  createdAt!: Date;
}
