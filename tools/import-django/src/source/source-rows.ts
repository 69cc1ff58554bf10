/** Rows of the source. */
export interface SourceUser {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string | null;
  readonly is_active: boolean;
  readonly date_joined: Date | null;
}

export interface SourceRoom {
  readonly id: string;
  /** Other chats of the same two users, which are merged into this one. */
  readonly twin_ids: readonly string[];
  /** Null: an unknown type, which was added to the package. */
  readonly type: 'OneToOneChat' | 'GroupChat' | 'Channel' | null;
  readonly name: string;
  readonly description: string;
  readonly avatar: string | null;
  readonly creator_id: number | null;
  readonly max_members: number | null;
  readonly join_approval_required: boolean;
  readonly group_locked: boolean;
  readonly is_public: boolean;
  readonly preferences: unknown;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
}

export interface SourceMember {
  readonly room_id: string;
  readonly user_id: number;
  readonly is_leader: boolean;
}

export interface SourcePermission {
  readonly room_id: string;
  readonly user_id: number;
  readonly permission: string;
}

export interface SourceMessage {
  readonly id: string;
  /** The target room. */
  readonly room_id: string;
  readonly sender_id: number | null;
  readonly content: string;
  readonly is_deleted: boolean;
  readonly is_edited: boolean;
  readonly is_forwarded: boolean;
  readonly has_media: boolean;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
}

export interface SourceAttachment {
  readonly id: string;
  readonly message_id: string;
  readonly media_url: string;
  readonly media_type: string;
  readonly mime_type: string;
  readonly file_size: number;
  readonly caption: string;
  readonly metadata: unknown;
}

export interface SourceReaction {
  readonly id: string;
  readonly message_id: string;
  readonly user_id: number;
  readonly content: string;
  readonly created_at: Date | null;
}

/** A delivery receipt or a read receipt. */
export interface SourceReceipt {
  readonly message_id: string;
  readonly user_id: number;
  /** Null: a delivery receipt. */
  readonly read_at: Date | null;
  readonly is_read: boolean;
}

export interface SourceNotification {
  readonly id: string;
  readonly message_id: string;
  readonly user_id: number;
  readonly type: string | null;
}

/** The rows that belong to some messages. */
export interface SourceParts {
  readonly attachments: readonly SourceAttachment[];
  readonly reactions: readonly SourceReaction[];
  readonly receipts: readonly SourceReceipt[];
  readonly notifications: readonly SourceNotification[];
}

/** The references of a reply or a forwarded message. */
export interface SourceLink {
  readonly id: string;
  readonly parent_id: string | null;
  readonly forwarded_from_id: string | null;
}

/** The kinds of rows that are counted, and may be left out. */
export const KINDS = [
  'users',
  'rooms',
  'members',
  'permissions',
  'messages',
  'replies',
  'forwards',
  'attachments',
  'reactions',
  'delivered',
  'read',
  'notifications',
] as const;
export type Kind = (typeof KINDS)[number];
