import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../database/index.js';

/** A connection that was open once, for operators alone. Kept as long as records of delivery are. */
@Entity('past_sessions')
@Index(['userId', 'closedAt'])
export class PastSession {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** The node is forgotten when it ends. */
  @Column({ type: 'uuid' })
  nodeId!: string;

  /** What the client called itself, in its own words. */
  @Column({ type: 'text', transformer: textColumn })
  device!: string;

  @Column({ type: 'timestamptz' })
  openedAt!: Date;

  /** Where the node died: its last sign of life, after which the connection was open for some seconds at the most. */
  @Column({ type: 'timestamptz' })
  @Index()
  closedAt!: Date;

  /** That of WebSocket; null: it ended with its node. */
  @Column({ type: 'integer', nullable: true })
  closeCode!: number | null;

  /** In the words of the service; null: the client closed it, or the line was lost. */
  @Column({ type: 'text', nullable: true })
  closeReason!: string | null;
}
