import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';

/**
 * A span of the database's history in which it never went back. An epoch begins when the database may have lost
 * committed changes: after a restore, for example. The epochs form a chain.
 */
@Entity('epochs')
@Unique(['number'])
export class Epoch {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** 1 for the first; the highest is the present one. */
  @Column({ type: 'integer' })
  number!: number;

  /** Null: the first one. */
  @Column({ type: 'uuid', nullable: true })
  @ForeignKey('Epoch')
  parentId!: string | null;

  @Column({ type: 'text' })
  reason!: string;

  /** The server, the database and the timeline in which it began. */
  @Column({ type: 'text' })
  origin!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  beganAt!: Date;
}

/** The last number of a room at the beginning of an epoch. It outlives its room. */
@Entity('epoch_rooms')
export class EpochRoom {
  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Epoch')
  epochId!: string;

  @Column({ type: 'bigint' })
  lastSeq!: number;
}
