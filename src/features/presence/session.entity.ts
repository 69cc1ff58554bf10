import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../../platform/database/stored-text.js';

/** An open connection, for operators and for presence. Delivery to the connection does not depend on this row. */
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

  /** The log-in of its token; null for a token of another issuer. */
  @Column({ type: 'uuid', nullable: true })
  logIn!: string | null;

  /** The client's description of itself. */
  @Column({ type: 'text', transformer: textColumn })
  device!: string;

  @Column({ type: 'timestamptz' })
  connectedAt!: Date;

  /** The last heartbeat, with a delay of some seconds. */
  @Column({ type: 'timestamptz' })
  seenAt!: Date;
}
