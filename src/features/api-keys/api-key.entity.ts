import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** The scopes of keys, each with a description for operators. */
export const SCOPES = {
  'rooms:read': 'read rooms and their members',
  'rooms:write': 'create, change and delete rooms',
  'members:write': 'join and leave rooms, add and remove members, grant and revoke roles and permissions',
  'messages:read': 'read and search the history, and read files',
  'messages:write': 'send, edit and delete messages, upload files, react, mark as read, send typing notifications',
  'sessions:read': 'list the sessions of a user, with their devices and addresses',
  'sessions:write': 'end sessions of a user',
  'users:read': 'find users, and read their profiles',
  'users:write': 'change the profile and the settings of its user',
  'reports:read': 'read reports that its user may resolve',
  'reports:write': 'report messages and users, and resolve reports',
  'users:manage': 'create, change, deactivate and erase the users of its product',
  'tokens:issue': 'issue access tokens for the users of its product, and end their log-ins',
  'rooms:manage': 'create and change the rooms of its product, and their members',
  'act-as-anybody': 'act for any user that a request names in Parley-User',
} as const;

export type Scope = keyof typeof SCOPES;

/** A scope that a route requires. */
export type RouteScope = Exclude<Scope, typeof IMPERSONATION>;

export const IMPERSONATION = 'act-as-anybody';

/**
 * The scopes of the backend of a product, which acts on its users and rooms by its own ids. A key that has no others
 * needs no user.
 */
export const BACKEND_SCOPES = ['users:manage', 'tokens:issue', 'rooms:manage'] as const satisfies readonly Scope[];

export type BackendScope = (typeof BACKEND_SCOPES)[number];

export const isBackendScope = (scope: string): scope is BackendScope =>
  (BACKEND_SCOPES as readonly string[]).includes(scope);

/** The scopes that only an operator gives to a key, with a command. */
export const OPERATOR_SCOPES: readonly Scope[] = [IMPERSONATION, ...BACKEND_SCOPES];

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);

/** An API key of a program. The key itself is not stored. */
@Entity('api_keys')
@Unique(['keyHash'])
export class ApiKeyRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** Its name for operators. */
  @Column({ type: 'varchar', length: 100 })
  name!: string;

  /** The part of the key that identifies it in a list; it grants no access. */
  @Column({ type: 'varchar', length: 8 })
  prefix!: string;

  /** SHA-256 of the whole key, as hex. Not `char`: its index is not used for parameters of type text. */
  @Column({ type: 'varchar', length: 64 })
  keyHash!: string;

  /** Of {@link SCOPES}. */
  @Column({ type: 'text', array: true })
  scopes!: string[];

  /** The user that it acts for; null: the user that each request names. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  userId!: number | null;

  /** The only users that a request may name; null: all. */
  @Column({ type: 'integer', array: true, nullable: true })
  onlyUserIds!: number[] | null;

  /** The administrator who made it, without whose role it is not valid; null: an operator made it. */
  @Column({ type: 'integer', nullable: true })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Index()
  makerId!: number | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** Null: valid until it is revoked. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', nullable: true })
  revokedAt!: Date | null;

  /** To within some seconds. */
  @Column({ type: 'timestamptz', nullable: true })
  lastUsedAt!: Date | null;
}
