import { Column, Entity, ForeignKey, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The range of sequence numbers of a room that a page of a sync returned. */
export interface SyncedRange {
  readonly room_id: string;
  readonly after_seq: number;
  readonly up_to_seq: number;
  /** Whether it was a reset of the room. */
  readonly reset: boolean;
}

/** A page of a sync, as the connection received it. */
export interface SyncRecord {
  readonly userId: number;
  readonly sessionId: string;
  readonly syncedAt: Date;
  readonly rooms: readonly SyncedRange[];
}

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

/**
 * The time since which records of delivery are complete, in one row. An event that is not recorded since then did not
 * happen; nothing is known of the time before.
 */
@Entity('delivery_recording')
export class DeliveryRecording {
  @PrimaryColumn({ type: 'smallint' })
  id!: number;

  /** For sessions and memberships; null: none are kept. */
  @Column({ type: 'timestamptz', nullable: true })
  since!: Date | null;

  /** For syncs; null: none are kept. */
  @Column({ type: 'timestamptz', nullable: true })
  syncsSince!: Date | null;
}
