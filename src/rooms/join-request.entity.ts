import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A user's pending request to join a group that requires approval. */
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
