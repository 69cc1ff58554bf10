import { at } from './facts.js';
import type { Trace } from './delivery-trace.service.js';
import type { VerdictKind } from './verdict.js';

/** The JSON output of a trace, for programs. Times are in ISO 8601, in UTC. */
export interface DeliveryTraceView {
  readonly verdict: { readonly kind: VerdictKind; readonly text: string };
  readonly message: {
    readonly id: string;
    readonly room_id: string;
    readonly room_type: string;
    /** Null: it was deleted before numbers of deleted messages were kept. */
    readonly seq: number | null;
    readonly sender_id: number | null;
    readonly sender: string | null;
    readonly committed_at: string | null;
    /** In characters; null if the text is deleted. */
    readonly length: number | null;
    readonly edited_at: string | null;
    readonly is_deleted: boolean;
    readonly deleted_seq: number | null;
    readonly deleted_at: string | null;
  };
  readonly user: {
    readonly id: number;
    readonly username: string;
    readonly is_active: boolean;
    readonly deleted_at: string | null;
    readonly last_seen_at: string | null;
  };
  /** Since when records are complete; null: none are kept. */
  readonly recorded: { readonly since: string | null; readonly syncs_since: string | null };
  /** The events in the order of time; lines without a time are last. */
  readonly story: readonly { readonly at: string | null; readonly text: string }[];
  /** The facts that are not known, with the reasons. */
  readonly unknown: readonly { readonly what: string; readonly known: false; readonly reason: string }[];
  /** The records of each source, by its name: `membership`, `sessions`, `receipt`, `parts` and `pushes`. */
  readonly [source: string]: unknown;
}

export const toTraceView = ({
  subject: { message, user, recorded },
  parts,
  story,
  unknown,
  verdict,
}: Trace): DeliveryTraceView => ({
  verdict: { kind: verdict.kind, text: verdict.text },
  message: {
    id: message.id,
    room_id: message.roomId,
    room_type: message.roomType,
    seq: message.seq,
    sender_id: message.senderId,
    sender: message.sender,
    committed_at: message.committedAt && at(message.committedAt),
    length: message.length,
    edited_at: message.editedAt && at(message.editedAt),
    is_deleted: message.isDeleted,
    deleted_seq: message.deletedSeq,
    deleted_at: message.deletedAt && at(message.deletedAt),
  },
  user: {
    id: user.id,
    username: user.username,
    is_active: user.isActive,
    deleted_at: user.deletedAt && at(user.deletedAt),
    last_seen_at: user.lastSeenAt && at(user.lastSeenAt),
  },
  recorded: {
    since: recorded.since && at(recorded.since),
    syncs_since: recorded.syncsSince && at(recorded.syncsSince),
  },
  ...parts,
  story: story.map((line) => ({ at: line.at && at(line.at), text: line.text })),
  unknown: unknown.map(({ what, reason }) => ({ what, known: false, reason })),
});
