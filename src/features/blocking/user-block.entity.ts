import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One user blocks another. The row ends with either of them. */
@Entity('user_blocks')
@Index('user_blocks_blocked', ['blockedId', 'blockerId'])
export class UserBlockRow {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  blockerId!: number;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  blockedId!: number;

  @Column({ type: 'timestamptz' })
  blockedAt!: Date;
}
