import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

import { textColumn } from '../../platform/database/stored-text.js';

/**
 * The place that shows the file: a message, the profile of a user, a room, the log-in of the deployment, or the preview of a link in a message, whose
 * picture the service has fetched.
 */
export type UploadKind = 'message' | AvatarKind | 'preview';

/** The pictures of users and of rooms, and the logo of the deployment: everybody who has their address may read them. */
export type AvatarKind = (typeof AVATAR_KINDS)[number];
const AVATAR_KINDS = ['avatar', 'room_avatar', 'logo'] as const;

export const isAvatarKind = (kind: UploadKind): kind is AvatarKind =>
  (AVATAR_KINDS as readonly UploadKind[]).includes(kind);

/**
 * The state of the bytes of a complete file. `pending`: they are stored, and the scanner has not seen them yet, so that
 * nobody may read them. `ready`: they can be read. `blocked`: the scanner has found something, and they are deleted.
 */
export type FileState = 'pending' | 'ready' | 'blocked';

/**
 * `open`: its bytes arrive. `removing`: they are being deleted, and nobody may read or use them. Between the two, the
 * states of a complete file.
 */
export type UploadState = (typeof UPLOAD_STATES)[number];
export const UPLOAD_STATES = ['open', 'pending', 'ready', 'blocked', 'removing'] as const;

/**
 * A file that a user has sent. It outlives its room, its message and its user until its bytes are deleted, so it has no
 * foreign key to them.
 */
@Entity('uploads')
@Index('uploads_of_user', ['userId'])
@Index('uploads_not_ready', ['userId'], { where: "state <> 'ready'" })
@Index('uploads_of_room', ['roomId'])
@Index('uploads_of_message', ['messageId'], { where: 'message_id IS NOT NULL' })
@Index('uploads_expiring', ['expiresAt'], { where: 'expires_at IS NOT NULL' })
@Index('uploads_to_scan', ['scanAfter'], { where: 'scan_after IS NOT NULL' })
@Index('uploads_to_scan_of_user', ['userId', 'scanAfter'], { where: 'scan_after IS NOT NULL' })
export class UploadRow {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** The author. */
  @Column({ type: 'int' })
  userId!: number;

  @Column({ type: 'varchar', length: 12, default: 'message' })
  kind!: UploadKind;

  /** The room whose members may see it. Null: the avatar of a user, or the logo. */
  @Column({ type: 'uuid', nullable: true })
  roomId!: string | null;

  @Column({ type: 'varchar', length: 10, default: 'open' })
  state!: UploadState;

  /** As its author has named it, unless it is an avatar. It is never a path. */
  @Column({ type: 'text', transformer: textColumn })
  filename!: string;

  /** As declared while it is open, then as found in the bytes. */
  @Column({ type: 'varchar', length: 100 })
  mimeType!: string;

  /** The encoding of a text. Null: UTF-8, or no text. */
  @Column({ type: 'varchar', length: 10, nullable: true })
  charset!: string | null;

  /** The number of its bytes as declared, which arrive. */
  @Column({ type: 'bigint' })
  bytes!: number;

  /** The number of the bytes that are served. A picture is written anew. */
  @Column({ type: 'bigint', nullable: true })
  servedBytes!: number | null;

  /** The bytes that it takes of the quota of its author. */
  @Column({ type: 'bigint' })
  chargedBytes!: number;

  /** Signs the addresses of the file. */
  @Column({ type: 'varchar', length: 43 })
  secret!: string;

  /** SHA-256 of the bytes that are served, as lower-case hexadecimal digits. */
  @Column({ type: 'char', length: 64, nullable: true })
  sha256!: string | null;

  /** Pixels, of a picture or a video. */
  @Column({ type: 'int', nullable: true })
  width!: number | null;

  @Column({ type: 'int', nullable: true })
  height!: number | null;

  /** Seconds, of audio or a video. */
  @Column({ type: 'real', nullable: true })
  duration!: number | null;

  @Column({ type: 'boolean', default: false })
  hasThumbnail!: boolean;

  /** The message that shows it. */
  @Column({ type: 'uuid', nullable: true })
  messageId!: string | null;

  @Column({ type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;

  /** From when on its bytes are deleted; null: a message, a user or a room shows it. By the clock of the database. */
  @Column({ type: 'timestamptz', nullable: true })
  expiresAt!: Date | null;

  /** The request that writes its bytes, on any node. */
  @Column({ type: 'uuid', nullable: true })
  lockOwner!: string | null;

  @Column({ type: 'timestamptz', nullable: true })
  lockedUntil!: Date | null;

  /**
   * From when on a node takes it: to scan a pending one, or to delete the bytes of a blocked one. While a node works on
   * it, the end of its lease. Null: there is nothing to do. By the clock of the database.
   */
  @Column({ type: 'timestamptz', nullable: true })
  scanAfter!: Date | null;

  /** How often a node has taken it. */
  @Column({ type: 'int', default: 0 })
  scanAttempts!: number;

  /** The scanner's name of its finding in a blocked file. Null: it has no name. */
  @Column({ type: 'varchar', length: 200, nullable: true })
  signature!: string | null;
}

/** The bytes that the uploads of a user take of the quota. One row a user: it orders creations that are concurrent. */
@Entity('upload_usage')
export class UploadUsage {
  @PrimaryColumn({ type: 'int' })
  @ForeignKey('User', { onDelete: 'CASCADE' })
  userId!: number;

  @Column({ type: 'bigint' })
  bytes!: number;
}
