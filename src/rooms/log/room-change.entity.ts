import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/**
 * What a number of a room's log stands for, where it is not a message. Kept for as long as a node might have to tell
 * it again: what clients ask for is found in what was changed.
 */
@Entity('room_changes')
export class RoomChangeRow {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
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
