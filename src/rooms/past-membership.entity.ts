import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** That somebody was in a room who has left it, or was removed. Kept as long as records of delivery are. */
@Entity('past_memberships')
export class PastMembership {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  /** The numbers of the room's log under which it began and ended: what was said between them was for the member too. */
  @PrimaryColumn({ type: 'bigint' })
  joinedSeq!: number;

  @Column({ type: 'bigint' })
  leftSeq!: number;

  /** As far as the member had got when it ended. */
  @Column({ type: 'bigint' })
  deliveredSeq!: number;

  @Column({ type: 'bigint' })
  readSeq!: number;

  @Column({ type: 'timestamptz' })
  joinedAt!: Date;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  @Index()
  leftAt!: Date;
}
