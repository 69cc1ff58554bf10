export interface RoomSummary {
  readonly id: string;
  readonly type: 'OneToOneChat' | 'GroupChat' | 'Channel';
  readonly name: string;
  readonly creator: string | null;
  readonly members: number;
  readonly last_seq: number;
  readonly created_at: string;
  /** The beginning of a legal hold; null: there is none. */
  readonly held_at: string | null;
  readonly hold_reason: string | null;
  /** 0: messages are kept permanently; null: as long as in other rooms of its type. */
  readonly retention_days: number | null;
}

export interface RoomOfUser extends RoomSummary {
  readonly role: string;
  readonly joined_at: string;
}

/** A room with what its leaders have set. */
export interface RoomDetail extends RoomSummary {
  readonly description: string;
  readonly is_public: boolean;
  readonly group_locked: boolean;
  readonly join_approval_required: boolean;
  readonly max_members: number | null;
  readonly slow_mode_seconds: number;
  readonly message_ttl_seconds: number | null;
  readonly max_message_length: number | null;
  readonly media_allowed: boolean;
  readonly is_closed: boolean;
  readonly updated_at: string;
}

export interface RoomMember {
  readonly id: number;
  readonly username: string;
  /** Null: there is none. */
  readonly nickname: string | null;
  readonly role: string;
  readonly permissions: readonly string[];
  readonly joined_at: string;
}

export interface Restriction {
  readonly user_id: number;
  readonly username: string;
  readonly kind: 'mute' | 'ban';
  /** Null: it has no end. */
  readonly until: string | null;
  readonly reason: string | null;
  readonly by: string | null;
  readonly created_at: string;
}

/** Whether the numbered log of a room is complete. */
export interface RoomLogReport {
  readonly complete: boolean;
  /** The first number that was checked; null: none was. */
  readonly first_seq: number | null;
  readonly last_seq: number;
  readonly highest_seq: number;
  readonly missing_count: number;
  /** The first of them. */
  readonly missing: readonly number[];
}
