import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/**
 * An action of an operator, or of a member on a room or its members. Users are stored only as ids, so that no name of a
 * deleted user stays, and an entry contains no text of users. The database refuses to change or remove an entry.
 */
@Entity('audit_entries')
@Index(['roomId', 'id'])
@Index(['actorId', 'id'])
@Index(['subjectId', 'id'])
@Index(['apiKeyId', 'id'], { where: 'api_key_id IS NOT NULL' })
export class AuditEntryRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  /** Null: an operator, by a command, or an unknown person, whose actions begin with `log_in.`. */
  @Column({ type: 'integer', nullable: true })
  actorId!: number | null;

  /** The API key with which a program acted for the user. */
  @Column({ type: 'uuid', nullable: true })
  apiKeyId!: string | null;

  @Column({ type: 'varchar', length: 40 })
  action!: string;

  @Column({ type: 'uuid', nullable: true })
  roomId!: string | null;

  /** The user that the action was done to. */
  @Column({ type: 'integer', nullable: true })
  subjectId!: number | null;

  @Column({ type: 'jsonb', default: {} })
  details!: Record<string, unknown>;
}

/**
 * From where a user did what an entry of the audit log records. An address is data of the user, so it is removed with
 * the user, while the entry and its seal stay.
 */
@Entity('audit_origins')
export class AuditOriginRow {
  @PrimaryColumn({ type: 'bigint' })
  entryId!: number;

  @Column({ type: 'integer' })
  @Index('audit_origins_of_user')
  userId!: number;

  /** Of IPv6 the network. */
  @Column({ type: 'varchar', length: 45 })
  address!: string;

  /** Null: the user had no log-in, as with an API key. */
  @Column({ type: 'uuid', nullable: true })
  sessionId!: string | null;
}
