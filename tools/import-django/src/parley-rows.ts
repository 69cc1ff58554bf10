/** The columns of Parley's tables that an import fills, and their types. */
export const COLUMNS = {
  users: {
    id: 'int',
    username: 'text',
    username_key: 'text',
    first_name: 'text',
    last_name: 'text',
    email: 'text',
    password_hash: 'text',
    is_active: 'boolean',
    created_at: 'timestamptz',
  },
  rooms: {
    id: 'uuid',
    type: 'text',
    name: 'text',
    description: 'text',
    avatar: 'text',
    creator_id: 'int',
    pair_key: 'text',
    max_members: 'int',
    join_approval_required: 'boolean',
    group_locked: 'boolean',
    is_public: 'boolean',
    preferences: 'jsonb',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  room_members: {
    room_id: 'uuid',
    user_id: 'int',
    role: 'text',
    permissions: 'text[]',
    joined_seq: 'bigint',
    delivered_seq: 'bigint',
    read_seq: 'bigint',
    change_seq: 'bigint',
    joined_at: 'timestamptz',
  },
  messages: {
    id: 'uuid',
    room_id: 'uuid',
    seq: 'bigint',
    change_seq: 'bigint',
    sender_id: 'int',
    content: 'text',
    is_forwarded: 'boolean',
    is_edited: 'boolean',
    is_deleted: 'boolean',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  attachments: {
    id: 'uuid',
    room_id: 'uuid',
    message_id: 'uuid',
    position: 'smallint',
    media_url: 'text',
    media_type: 'text',
    mime_type: 'text',
    file_size: 'bigint',
    caption: 'text',
    metadata: 'jsonb',
  },
  reactions: { message_id: 'uuid', user_id: 'int', room_id: 'uuid', content: 'text', created_at: 'timestamptz' },
  receipts: {
    message_id: 'uuid',
    user_id: 'int',
    room_id: 'uuid',
    delivered_at: 'timestamptz',
    read_at: 'timestamptz',
  },
  notifications: {
    id: 'uuid',
    room_id: 'uuid',
    user_id: 'int',
    message_id: 'uuid',
    actor_id: 'int',
    notification_type: 'text',
    created_at: 'timestamptz',
  },
} as const;

export type Table = keyof typeof COLUMNS;

interface Held {
  readonly int: number;
  readonly smallint: number;
  readonly bigint: number;
  readonly text: string;
  readonly uuid: string;
  readonly boolean: boolean;
  readonly timestamptz: Date;
  readonly jsonb: unknown;
  readonly 'text[]': readonly string[];
}

type NotNull<Name extends Table> = {
  readonly [Column in keyof (typeof COLUMNS)[Name]]: Held[(typeof COLUMNS)[Name][Column] & keyof Held];
};
type WithNulls<Row, Nullable extends keyof Row> = Omit<Row, Nullable> & {
  readonly [Column in Nullable]: Row[Column] | null;
};

/** A row of each table. */
export interface Rows {
  readonly users: WithNulls<NotNull<'users'>, 'email' | 'password_hash'>;
  readonly rooms: WithNulls<NotNull<'rooms'>, 'avatar' | 'creator_id' | 'pair_key' | 'max_members'>;
  readonly room_members: NotNull<'room_members'>;
  readonly messages: NotNull<'messages'>;
  readonly attachments: NotNull<'attachments'>;
  readonly reactions: NotNull<'reactions'>;
  readonly receipts: WithNulls<NotNull<'receipts'>, 'read_at'>;
  readonly notifications: NotNull<'notifications'>;
}
