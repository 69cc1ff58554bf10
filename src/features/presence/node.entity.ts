import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process of the service. A node that no longer renews its row is dead, and its sessions have ended. */
@Entity('nodes')
export class Node {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  startedAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  aliveAt!: Date;

  /** The time in the name of the newest migration that its program knows. Null: a release before 0.3. */
  @Column({ type: 'bigint', nullable: true })
  newestMigration!: number | null;
}

/** A node renews its row every few seconds. A node that has not done so for this long (in SQL) counts as dead. */
export const DEAD_AFTER = "interval '20 seconds'";

/**
 * The SQL condition that a node is alive, by the clock of the database, never by that of a node.
 * @param nodes the alias of the table `nodes`
 */
export const isLiving = (nodes: string): string => `(${nodes}.alive_at > now() - ${DEAD_AFTER})`;
