import { Column, CreateDateColumn, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * A row of the outbox: a range of sequence numbers of a room that the consumers have not processed. Written by triggers
 * of `rooms`, and only while there is a consumer.
 */
@Entity('room_feed')
export class OutboxRangeRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'uuid' })
  roomId!: string;

  @Column({ type: 'bigint' })
  after!: number;

  @Column({ type: 'bigint' })
  upTo!: number;

  /** Whether the room is deleted: then the range is the one number of the deletion. */
  @Column({ type: 'boolean' })
  ended!: boolean;

  /** The id that a deleted room had in its product; null: it had none, or is not deleted. */
  @Column({ type: 'varchar', length: 200, nullable: true })
  externalId!: string | null;

  @Column({ type: 'integer', default: 0 })
  attempts!: number;

  /** The earliest time of the next attempt; null: at once. */
  @Column({ type: 'timestamptz', nullable: true })
  retryAt!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}

/** A consumer of the outbox. The outbox records changes of rooms only while there is a consumer. */
@Entity('feed_followers')
export class OutboxConsumerRow {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  name!: string;
}
