import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** A pending invitation of a user to a room. It ends when the user answers it or becomes a member. */
@Entity('room_invitations')
@Unique(['roomId', 'userId'])
@Index(['userId', 'id'])
export class RoomInvitationRow {
  /** Ordered by time. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  inviterId!: number;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}

/** A user who has left a room and not joined it again since: nobody else adds the user to it. */
@Entity('room_departures')
export class RoomDeparture {
  @PrimaryColumn({ type: 'uuid' })
  @ForeignKey('Room', { onDelete: 'CASCADE' })
  roomId!: string;

  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number;

  /** When the user last sent a message in the room while it had slow mode: coming back does not end the wait. */
  @Column({ type: 'timestamptz', nullable: true })
  lastSentAt!: Date | null;
}

/** The people without a common room that a user has contacted. */
@Entity('stranger_contacts')
export class StrangerContactsRow {
  @PrimaryColumn({ type: 'integer' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  /** The time of the contact, in seconds since 1970, by the id of the other user. */
  @Column({ type: 'jsonb' })
  contacts!: Readonly<Record<string, number>>;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  updatedAt!: Date;
}
