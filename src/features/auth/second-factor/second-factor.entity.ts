import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The second factor of a user: codes of an authenticator app (TOTP, RFC 6238). */
@Entity('second_factors')
export class SecondFactor {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** Encrypted with a key of the deployment. */
  @Column({ type: 'text' })
  sealedSecret!: string;

  /** The step of the newest code that was accepted: that code and earlier ones are refused. */
  @Column({ type: 'integer', default: 0 })
  lastStep!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Null: the user has not proved to have it, and log-ins do not require it. */
  @Column({ type: 'timestamptz', nullable: true })
  confirmedAt!: Date | null;
}

/** A recovery code that was not used yet. */
@Entity('recovery_codes')
export class RecoveryCode {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** SHA-256 of the code, as hex: its 80 random bits cannot be guessed from it. */
  @PrimaryColumn({ type: 'char', length: 64 })
  codeHash!: string;
}
