import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../database/index.js';

/** An open connection, for operators and for presence. Nothing that a connection hears depends on its row. */
@Entity('sessions')
export class Session {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @Column({ type: 'uuid' })
  @ForeignKey('Node', { onDelete: 'CASCADE' })
  @Index()
  nodeId!: string;

  /** What the client calls itself, in its own words. */
  @Column({ type: 'text', transformer: textColumn })
  device!: string;

  @Column({ type: 'timestamptz' })
  connectedAt!: Date;

  /** The last sign of life, to within some seconds. */
  @Column({ type: 'timestamptz' })
  seenAt!: Date;
}
