import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One log-in: a family of refresh tokens, of which only the newest is valid. */
@Entity('refresh_tokens')
export class RefreshToken {
  @PrimaryColumn({ type: 'uuid' })
  family!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  /** SHA-256 of the newest token's id, as hex. */
  @Column({ type: 'char', length: 64 })
  jtiHash!: string;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;
}
