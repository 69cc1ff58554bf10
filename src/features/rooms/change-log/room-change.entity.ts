import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A numbered change of a room that is not a message. Kept only while a node may have to replay it: requests of clients
 * are answered from the changed rows themselves.
 */
@Entity('room_changes')
export class RoomChangeRow {
  @PrimaryColumn({ type: 'uuid' })
  roomId!: string;

  @PrimaryColumn({ type: 'bigint' })
  seq!: number;

  @Column({ type: 'varchar', length: 20 })
  kind!: string;

  @Column({ type: 'jsonb' })
  about!: unknown;

  @CreateDateColumn({ type: 'timestamptz' })
  @Index()
  createdAt!: Date;
}
