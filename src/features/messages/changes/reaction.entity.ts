import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../../../platform/database/stored-text.js';

/** A reaction to a message: at most one for each user and message. */
@Entity('reactions')
@ForeignKey('Message', ['roomId', 'messageId'], ['roomId', 'id'], { onDelete: 'CASCADE' })
export class Reaction {
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @PrimaryColumn({ type: 'uuid' })
  @Index()
  roomId!: string;

  @Column({ type: 'text', transformer: textColumn })
  content!: string;

  @Column({ type: 'timestamptz' })
  createdAt!: Date;
}
