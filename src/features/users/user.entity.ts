import type { AddPolicy, DeploymentRole, DoNotDisturb, MailNotices, NotifyLevel, UserStatus } from '@parley/protocol';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

import { boundedJson } from '../../platform/database/bounded-json.js';
import { jsonColumn, textColumn } from '../../platform/database/stored-text.js';
import type { Rank } from './roles/deployment-role.js';

@Entity('users')
@Check('users_custom_bounded', boundedJson('custom'))
@Check('users_guest_without_role', `NOT is_guest OR role = 'user'`)
@Index('users_username_beginning_idx', { synchronize: false })
@Index('users_names_idx', { synchronize: false })
@Index('users_with_role_idx', { synchronize: false })
@Index('users_last_seen_idx', { synchronize: false })
@Index('users_email_idx', { synchronize: false })
@Index('users_guests_and_bots_idx', { synchronize: false })
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column({ type: 'varchar', length: 150 })
  username!: string;

  /** The unique form of the username, independent of case. */
  @Column({ type: 'varchar', length: 300, unique: true })
  usernameKey!: string;

  /**
   * Usernames with the same skeleton look alike. Null: compared with no other, as of users of earlier releases, and if
   * an operator wanted it so.
   */
  @Column({ type: 'varchar', length: 300, nullable: true, unique: true })
  usernameSkeleton!: string | null;

  @Column({ type: 'text', default: '', transformer: textColumn })
  firstName!: string;

  @Column({ type: 'text', default: '', transformer: textColumn })
  lastName!: string;

  @Column({ type: 'text', nullable: true })
  email!: string | null;

  /** argon2id, or an imported hash until the next log-in. Null: no log-in by password is possible. */
  @Column({ type: 'text', nullable: true })
  passwordHash!: string | null;

  /** When the password was last set; null: never since the update to this release. */
  @Column({ type: 'timestamptz', nullable: true })
  passwordSetAt!: Date | null;

  @Column({ type: 'boolean', default: true })
  isActive!: boolean;

  /**
   * Of an inactive user; `user`: nobody, it is a guest whose time is over. Null: not known, as of users who were deactivated
   * before release 0.3.
   */
  @Column({ type: 'varchar', length: 10, nullable: true })
  deactivatedBy!: Rank | null;

  /** Tokens issued before this moment are invalid, also those of another issuer. */
  @Column({ type: 'timestamptz', nullable: true })
  tokensValidAfter!: Date | null;

  /** Rises with every room that the user joins or leaves, so that a cached list of rooms can be validated. */
  @Column({ type: 'integer', default: 0 })
  roomsVersion!: number;

  /** Null: the default of the deployment. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  addPolicy!: AddPolicy | null;

  /** A URL of an image. */
  @Column({ type: 'varchar', length: 500, nullable: true })
  avatar!: string | null;

  @Column({ type: 'jsonb', nullable: true, transformer: jsonColumn })
  status!: UserStatus | null;

  /** Data of the deployment's own applications; null: none. */
  @Column({ type: 'jsonb', nullable: true, transformer: jsonColumn })
  custom!: Readonly<Record<string, unknown>> | null;

  @Column({ type: 'boolean', default: false })
  isBot!: boolean;

  /** A guest sees only the rooms it was added to and the people in them, and has no role. */
  @Column({ type: 'boolean', default: false })
  isGuest!: boolean;

  /** When the access of a guest ends; null: it has no end. */
  @Column({ type: 'timestamptz', nullable: true })
  guestUntil!: Date | null;

  /** Other users do not see it. */
  @Column({ type: 'varchar', length: 10, default: 'user' })
  role!: DeploymentRole;

  /** Rises with each change of the role, so that a later one is known as such. */
  @Column({ type: 'integer', default: 0 })
  roleVersion!: number;

  /** Of which messages the user is notified in rooms without a level of their own; null: of all. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  notifyLevel!: NotifyLevel | null;

  /** The hours at which the user gets no push. */
  @Column({ type: 'jsonb', nullable: true })
  doNotDisturb!: DoNotDisturb | null;

  /** Which missed messages are mailed to the user; null: by the setting of the deployment. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  mailNotices!: MailNotices | null;

  /** Rises with each change of what other users see, so that a later state is known as such. */
  @Column({ type: 'integer', default: 0 })
  profileVersion!: number;

  /** When it last changed; null: never, or before release 0.3. */
  @Column({ type: 'timestamptz', nullable: true })
  profileChangedAt!: Date | null;

  /** Of mails; null: not chosen. */
  @Column({ type: 'varchar', length: 5, nullable: true })
  language!: string | null;

  /** The id of the user in the product whose backend manages the user; null: none does. Other users do not see it. */
  @Column({ type: 'varchar', length: 200, nullable: true, unique: true })
  externalId!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  lastSeenAt!: Date | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Set when the user was deleted: the row stays as the placeholder sender of the user's messages. */
  @Column({ type: 'timestamptz', nullable: true })
  deletedAt!: Date | null;
}
