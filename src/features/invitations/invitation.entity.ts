import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** An invitation to the deployment: who has its token may make an account, or enter its rooms. */
@Entity('invitations')
@Index(['inviterId', 'id'])
@Unique(['tokenHash'])
export class InvitationRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** The SHA-256 of its token. */
  @Column({ type: 'bytea' })
  tokenHash!: Buffer;

  /** Null: an operator made it, by a command. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  inviterId!: number | null;

  /** The only address with which an account may be made; null: any. */
  @Column({ type: 'varchar', length: 254, nullable: true })
  email!: string | null;

  @Column({ type: 'uuid', array: true, default: [] })
  roomIds!: string[];

  /** How many people may use it. */
  @Column({ type: 'integer' })
  uses!: number;

  @Column({ type: 'integer', default: 0 })
  used!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  @Column({ type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  /** Whether who signs up by it becomes a guest. */
  @Column({ type: 'boolean', default: false })
  isForGuests!: boolean;

  /** When the access of these guests ends, and with it the invitation; null: it has no end. */
  @Column({ type: 'timestamptz', nullable: true })
  guestUntil!: Date | null;
}

/** Who came by an invitation. */
@Entity('invitation_uses')
export class InvitationUseRow {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('InvitationRow', { onDelete: 'CASCADE' })
  invitationId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  usedAt!: Date;
}
