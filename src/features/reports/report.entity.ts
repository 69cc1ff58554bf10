import type { ReportAction, ReportReason, ReportState, SeenMessage } from '@parley/protocol';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { jsonColumn, textColumn } from '../../platform/database/stored-text.js';

/** The characters of a note: as long as the reason of a restriction, which it becomes. */
export const LONGEST_NOTE = 500;

/**
 * A report of a message or of a user, with a copy of what was seen. The message and its room may be gone. It is removed
 * when the reported user is erased; when the reporter is, it stays without the reporter and the comment.
 */
@Entity('reports')
@Index('reports_of_message', ['reporterId', 'messageId'], { unique: true, where: 'message_id IS NOT NULL' })
@Index('reports_of_user', ['reporterId', 'subjectId'], { unique: true, where: 'message_id IS NULL' })
@Index('reports_of_subject', ['subjectId', 'id'])
@Index('reports_filed', ['reporterId', 'createdAt'])
@Index('reports_resolved_by', ['resolvedBy'], { where: 'resolved_by IS NOT NULL' })
@Index('reports_listed', ['state', 'createdAt', 'id'])
@Index('reports_in_room', ['roomId', 'state', 'createdAt', 'id'])
export class ReportRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Null: the reporter was deleted. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'SET NULL' })
  reporterId!: number | null;

  /** The reported user: the sender of a reported message. */
  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  subjectId!: number;

  /** Null: a report of a user. */
  @Column({ type: 'uuid', nullable: true })
  roomId!: string | null;

  @Column({ type: 'uuid', nullable: true })
  messageId!: string | null;

  @Column({ type: 'varchar', length: 10 })
  reason!: ReportReason;

  @Column({ type: 'text', nullable: true, transformer: textColumn })
  comment!: string | null;

  /** The message when it was reported; null: a report of a user. */
  @Column({ type: 'jsonb', nullable: true, transformer: jsonColumn })
  seen!: SeenMessage | null;

  @Column({ type: 'timestamptz' })
  createdAt!: Date;

  @Column({ type: 'varchar', length: 10, default: 'open' })
  state!: ReportState;

  @Column({ type: 'varchar', length: 20, nullable: true })
  action!: ReportAction | null;

  @Column({ type: 'text', nullable: true, transformer: textColumn })
  note!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  resolvedAt!: Date | null;

  /** Null: an operator, or a user who was deleted. */
  @Column({ type: 'integer', nullable: true })
  resolvedBy!: number | null;
}
