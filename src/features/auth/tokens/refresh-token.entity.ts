import { createHash, timingSafeEqual } from 'node:crypto';

import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { v5 as nameBasedUuid } from 'uuid';

import { textColumn } from '../../../platform/database/stored-text.js';

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

  /** When the newest token was exchanged for its predecessor; null for the first token, and for older rows. */
  @Column({ type: 'timestamptz', nullable: true })
  refreshedAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  /** Null for older rows. */
  @Column({ type: 'timestamptz', nullable: true })
  createdAt!: Date | null;

  /** The description that the client of the log-in gave of itself; null: none, and for older rows. */
  @Column({ type: 'text', nullable: true, transformer: textColumn })
  device!: string | null;

  /** Where the log-in came from; null: an operator made it, and for older rows. */
  @Column({ type: 'text', nullable: true })
  address!: string | null;

  /** The last heartbeat of the connections that were closed; null: none was. */
  @Column({ type: 'timestamptz', nullable: true })
  activeAt!: Date | null;

  /** When the user last gave a password or a code in this log-in; null: an operator made it, and for older rows. */
  @Column({ type: 'timestamptz', nullable: true })
  authenticatedAt!: Date | null;

  /** Whether a code of a second factor was given in this log-in, or a provider vouches for one. */
  @Column({ type: 'boolean', default: false })
  hasSecondFactor!: boolean;

  /** The rooms that its token is limited to; null: it is not limited. */
  @Column({ type: 'uuid', array: true, nullable: true })
  roomIds!: string[] | null;
}

/** The stored form of a refresh token's id: a token can be recognized by it, but not made from it. */
export const jtiHash = (jti: string): string => createHash('sha256').update(jti).digest('hex');

/**
 * The id of the token that a refresh token is exchanged for. It is derived, so that a repeated request gets the same
 * successor although no token is stored. To make the token of an id, the secret of the deployment is needed.
 */
export const nextJti = ({ family, jti }: { readonly family: string; readonly jti: string }): string =>
  nameBasedUuid(jti, family);

/** Whether this is the stored form of a token's id. The comparison takes constant time. */
export function isHashOf(stored: string, jti: string): boolean {
  const [kept, given] = [Buffer.from(stored), Buffer.from(jtiHash(jti))];
  return kept.length === given.length && timingSafeEqual(kept, given);
}
