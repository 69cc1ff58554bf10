import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

import type { SyncedRange } from './told-room.js';

/**
 * A page of a sync that returned changes. One row per page, because a first sync returns every room. It has no foreign
 * key to a room, so that writing it never waits for locks of the room.
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
  rooms!: readonly SyncedRange[];
}
