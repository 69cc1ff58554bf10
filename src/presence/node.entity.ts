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
}
