import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A device from which a user has logged in, by the description that it gives of itself. */
@Entity('known_devices')
export class KnownDevice {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** SHA-256 of the description. */
  @PrimaryColumn({ type: 'bytea' })
  deviceHash!: Buffer;

  /** The latest log-in. */
  @Column({ type: 'timestamptz', default: () => 'now()' })
  seenAt!: Date;
}
