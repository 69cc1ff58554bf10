import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

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
