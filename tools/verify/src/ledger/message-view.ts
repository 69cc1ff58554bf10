import type { Message, Poll, ThreadSummary } from '@parley/protocol';

/** A message on a device, or as it is stored. Undefined parts are not known, and are compared with nothing. */
export interface MessageView {
  readonly content: string;
  /** The reactions by the id of the user. */
  readonly reactions: ReadonlyMap<number, string>;
  readonly isPinned: boolean | undefined;
  /** The votes and the end of its poll, or that it has none. */
  readonly poll: string | undefined;
  /** The votes of the reader; undefined without a poll. */
  readonly ownVotes: string | undefined;
  /** The summary of its thread, or that it has no replies. */
  readonly thread: string | undefined;
}

/** The parts of a message that a view shows. A frame may leave out the optional ones. */
export type ViewedMessage = Pick<Message, 'content' | 'reactions'> &
  Partial<Pick<Message, 'pinned' | 'poll' | 'thread_summary'>>;

export const viewOf = ({ content, reactions, pinned, poll, thread_summary: summary }: ViewedMessage): MessageView => ({
  content,
  reactions: new Map(reactions.map(({ user, reaction_content: reaction }) => [user.id, reaction])),
  isPinned: pinned === undefined ? undefined : pinned !== null,
  poll: poll === undefined ? undefined : pollText(poll),
  ownVotes: poll?.own_votes && votesText(poll.own_votes),
  thread: summary === undefined ? undefined : threadText(summary),
});

/** The chosen options as text, whatever their order. */
export const votesText = (options: readonly number[]): string =>
  JSON.stringify(options.toSorted((one, other) => one - other));

/** A poll without what only one reader sees. Voters have no order here: two may have voted at the same time. */
export const pollText = (poll: Poll | null): string =>
  JSON.stringify(poll && [poll.closed, poll.options.map(({ votes, voters }) => [votes, voters && idsOf(voters)])]);

export const threadText = (summary: ThreadSummary | null): string =>
  JSON.stringify(summary && [summary.reply_count, summary.last_reply_at, summary.participants.map(({ id }) => id)]);

const idsOf = (users: readonly { readonly id: number }[]): number[] =>
  users.map(({ id }) => id).sort((one, other) => one - other);

/** The first part in which a message on a device differs from the stored one; undefined if they are equal. */
export function differenceOf(shown: MessageView, stored: MessageView): string | undefined {
  if (shown.content !== stored.content) return 'text';
  if (!haveSameReactions(shown, stored)) return 'reactions';
  if (differ(shown.isPinned, stored.isPinned)) return 'pin';
  if (differ(shown.poll, stored.poll)) return 'poll';
  return differ(shown.thread, stored.thread) ? 'thread' : undefined;
}

const differ = <Part>(one: Part | undefined, other: Part | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other;

const haveSameReactions = ({ reactions }: MessageView, other: MessageView): boolean =>
  reactions.size === other.reactions.size &&
  Array.from(reactions).every(([userId, reaction]) => other.reactions.get(userId) === reaction);
