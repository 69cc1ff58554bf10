import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user who asked to enter a group that wants to be asked. */
@Entity('join_requests')
export class JoinRequest {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
