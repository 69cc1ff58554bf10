import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { jsonColumn, textColumn } from '../../../platform/database/stored-text.js';

/** A reaction, and when it was made, in the format of ISO 8601. */
export type FurtherReaction = readonly [content: string, createdAt: string];

/** The reactions of a user to a message, of which there is at least one. */
@Entity('reactions')
@Index('reactions_further_idx', ['roomId', 'messageId'], { where: 'further IS NOT NULL' })
@ForeignKey('Message', ['roomId', 'messageId'], ['roomId', 'id'], { onDelete: 'CASCADE' })
export class Reaction {
  @PrimaryColumn({ type: 'uuid' })
  messageId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  /** The first one. */
  @Column({ type: 'text', transformer: textColumn })
  content!: string;

  @Column({ type: 'timestamptz' })
  createdAt!: Date;

  /** The later ones, in their order; null: there are none. */
  @Column({ type: 'jsonb', nullable: true, transformer: jsonColumn })
  further!: readonly FurtherReaction[] | null;
}
