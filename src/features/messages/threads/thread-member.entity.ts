import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The follow state and the read mark of a member in a thread. The row ends with the membership. */
@Entity('thread_members')
@Index(['userId', 'roomId', 'threadId'])
@ForeignKey('RoomMember', ['roomId', 'userId'], ['roomId', 'userId'], { onDelete: 'CASCADE' })
export class ThreadMember {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  /** The id of the message that started the thread, which may have been erased. */
  @PrimaryColumn({ type: 'uuid' })
  threadId!: string;

  @PrimaryColumn({ type: 'integer' })
  userId!: number;

  /** False after the member has stopped to follow the thread, or if the member has only read in it. */
  @Column({ type: 'boolean' })
  isFollowing!: boolean;

  /** The member has read all replies up to this number. */
  @Column({ type: 'bigint' })
  readSeq!: number;
}
