import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** What lets a program in that asks over HTTP. The key itself is nowhere: it was shown once. */
@Entity('api_keys')
@Unique(['keyHash'])
export class ApiKeyRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** What operators call it. */
  @Column({ type: 'varchar', length: 100 })
  name!: string;

  /** The part of the key by which it is known again in a list; by itself it opens nothing. */
  @Column({ type: 'varchar', length: 8 })
  prefix!: string;

  /** SHA-256 of the whole key, as hex. Not `char`: no index of that finds what a statement has as text. */
  @Column({ type: 'varchar', length: 64 })
  keyHash!: string;

  @Column({ type: 'text', array: true })
  scopes!: string[];

  /** Whom it acts for; null: whomever each request names. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Null: it is good until it is revoked. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  /** To within some seconds. */
  @Column({ type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;
}
