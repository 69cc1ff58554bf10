import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../../platform/database/stored-text.js';

/** A closed connection, for operators only. Kept as long as records of delivery. */
@Entity('past_sessions')
@Index(['userId', 'closedAt'])
export class PastSession {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** No foreign key: the row of the node is deleted when the node stops. */
  @Column({ type: 'uuid' })
  nodeId!: string;

  /** The client's description of itself. */
  @Column({ type: 'text', transformer: textColumn })
  device!: string;

  @Column({ type: 'timestamptz' })
  openedAt!: Date;

  /** If the node died: its last renewal, after which the connection was open for a few seconds at most. */
  @Column({ type: 'timestamptz' })
  @Index()
  closedAt!: Date;

  /** The close code of the WebSocket; null: it ended with its node. */
  @Column({ type: 'integer', nullable: true })
  closeCode!: number | null;

  /** The reason of the service; null: the client closed the connection, or it was lost. */
  @Column({ type: 'text', nullable: true })
  closeReason!: string | null;
}
