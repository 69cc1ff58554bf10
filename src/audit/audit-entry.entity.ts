import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Something that an operator did, or a member of a room to the room or to others in it. Users are known by their ids
 * alone, so that no name stays of whoever is deleted, and nothing that somebody wrote stands here. The database refuses
 * to change or remove an entry.
 */
@Entity('audit_entries')
@Index(['roomId', 'id'])
@Index(['actorId', 'id'])
@Index(['subjectId', 'id'])
export class AuditEntryRow {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  at!: Date;

  /** Null: an operator, by a command. */
  @Column({ type: 'integer', nullable: true })
  actorId!: number | null;

  @Column({ type: 'varchar', length: 40 })
  action!: string;

  @Column({ type: 'uuid', nullable: true })
  roomId!: string | null;

  /** To whom it was done. */
  @Column({ type: 'integer', nullable: true })
  subjectId!: number | null;

  @Column({ type: 'jsonb', default: {} })
  details!: Record<string, unknown>;
}
