import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A part of a room's log that followers have not been handed: what stands above one number, up to another. Written by
 * triggers of `rooms`, and only while somebody follows.
 */
@Entity('room_feed')
export class FeedPartRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'uuid' })
  roomId!: string;

  @Column({ type: 'bigint' })
  after!: number;

  @Column({ type: 'bigint' })
  upTo!: number;

  /** Whether the room is gone: then its end stands under the one number. */
  @Column({ type: 'boolean' })
  ended!: boolean;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** Not before this time; null: at once. */
  @Column({ type: 'timestamptz', nullable: true })
  retryAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
