import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A process that serves. One that no longer says that it lives is dead, and its sessions with it. */
@Entity('nodes')
export class Node {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  startedAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  aliveAt!: Date;
}
