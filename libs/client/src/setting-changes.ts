import type { AddPolicy, Preferences } from '@parley/protocol';

/** At most one of them. */
interface ChosenAvatar {
  readonly avatar?: string | null;
  /** An upload of the kind `avatar`, or `room_avatar` for this room. */
  readonly avatar_upload_id?: string;
}

/** The fields of a room that can be changed. Which of them apply depends on its type: docs/events.md. */
export interface RoomChanges extends ChosenAvatar {
  readonly property?: { readonly preferences: Preferences };
  readonly name?: string;
  readonly description?: string;
  readonly group_locked?: boolean;
  readonly join_approval_required?: boolean;
  readonly max_participants?: number;
  readonly is_public?: boolean;
  readonly posting?: 'everyone' | 'moderators';
  readonly reactions?: 'one' | 'many';
  readonly max_subscribers?: number;
  readonly slow_mode_seconds?: number;
  readonly message_ttl_seconds?: number | null;
  readonly max_message_length?: number | null;
  readonly media_allowed?: boolean;
}

/** The settings and the parts of the profile that a user changes. */
export interface SettingsChanges extends ChosenAvatar {
  /** Null: the default of the deployment. */
  readonly add_policy?: AddPolicy | null;
  /** Null: none. Another one counts once the link that goes there was opened. */
  readonly email?: string | null;
  /** Of mails, as a code such as `de`; null: none is chosen. */
  readonly language?: string | null;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly status?: {
    readonly text: string;
    readonly emoji?: string | null;
    readonly until?: string | null;
  } | null;
  /** Replaces all data of the deployment's own applications. */
  readonly custom?: Readonly<Record<string, unknown>>;
}
