import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

import { textColumn } from '../database/index.js';

@Entity('users')
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 150 })
  username!: string;

  /** What two usernames must not share: the name without regard to case. */
  @Column({ type: 'varchar', length: 300, unique: true })
  usernameKey!: string;

  @Column({ type: 'text', default: '', transformer: textColumn })
  firstName!: string;

  @Column({ type: 'text', default: '', transformer: textColumn })
  lastName!: string;

  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** argon2id, or what an import has brought until the next log-in. Null: nobody can log in as this user by password. */
  @Column({ type: 'text', nullable: true })
  passwordHash!: string | null;

  @Column({ type: 'boolean', default: true })
  isActive!: boolean;

  /** Tokens issued before this moment are dead, whoever issued them. */
  @Column({ type: 'timestamptz', nullable: true })
  tokensValidAfter!: Date | null;

  /** Rises with every room that the user enters or leaves, so that a remembered list of rooms can be trusted. */
  @Column({ type: 'integer', default: 0 })
  roomsVersion!: number;

  @Column({ type: 'timestamptz', nullable: true })
  lastSeenAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Set when the user was deleted: the row stays as a placeholder for what was written. */
  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;
}
