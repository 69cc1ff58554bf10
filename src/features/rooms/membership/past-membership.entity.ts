import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The ended membership of a user who left a room or was removed. Kept as long as records of delivery. */
@Entity('past_memberships')
export class PastMembership {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  /** The numbers under which the membership began and ended: the messages between them were for this member too. */
  @PrimaryColumn({ type: 'bigint' })
  joinedSeq!: number;

  @Column({ type: 'bigint' })
  leftSeq!: number;

  /** The member's marks at the end of the membership. */
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
