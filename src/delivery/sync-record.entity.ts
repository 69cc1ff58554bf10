import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { ToldRoom } from './told-room.js';

/**
 * A page of a sync that told something. A row a page: whoever syncs for the first time is told of every room. No room is
 * referred to, so that writing it never waits for those who talk there.
 */
@Entity('sync_records')
@Index(['userId', 'syncedAt'])
export class SyncRecordRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'uuid' })
  sessionId!: string;

  @Column({ type: 'timestamptz' })
  @Index()
  syncedAt!: Date;

  @Column({ type: 'jsonb' })
  rooms!: readonly ToldRoom[];
}
