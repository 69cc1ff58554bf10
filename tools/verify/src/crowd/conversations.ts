import type { Ledger } from '../ledger/ledger.js';
import type { MessageState } from '../ledger/message-state.js';
import type { PollAttempt, PollState } from '../ledger/poll-state.js';
import type { Action } from './action-scheduler.js';
import { change } from './member.js';
import type { Member } from './member.js';
import type { Random } from './random.js';
import type { RecentMessages } from './recent-messages.js';

const OPTIONS = ['tea', 'coffee', 'water'];
/** A member who has pinned so many messages unpins one of them. */
const MOST_PINNED = 5;

/** Creates the requests of members in threads, on pins and in polls. */
export class Conversations {
  /** The ids of pinned messages, by room. */
  private readonly pinned = new Map<string, Set<string>>();

  constructor(
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly recent: RecentMessages,
    /** The id of the user who may pin messages, by room. */
    private readonly leaders: ReadonlyMap<string, number>,
  ) {}

  /** A reply in the thread of a recent message, or in the thread that it starts. */
  reply(member: Member): Action | undefined {
    const state = this.pickRecent(this.random.pick(member.rooms));
    const id = state?.sending.thread?.id ?? state?.id;
    if (!state || id === undefined || !this.ledger.state(id)?.deleted.isPossible(false)) return undefined;
    return member.send(state.roomId, { thread: { id, alsoToRoom: this.random.chance(0.3) } });
  }

  /** Marks the replies of a thread as read, up to a recent one. */
  readThread({ user: { username }, rooms }: Member): Action | undefined {
    const state = this.pickRecent(this.random.pick(rooms));
    const threadId = state?.sending.thread?.id;
    if (!state || threadId === undefined) return undefined;
    const { threadReads } = this.ledger;
    const { roomId: room_id, seq } = state;
    return change('message.read', { room_id, thread_id: threadId, up_to_seq: seq }, () => {
      threadReads.requested(username, threadId, seq);
      return {
        accepted: () => threadReads.accepted(username, threadId, seq),
        refused: () => undefined,
      };
    });
  }

  /** Pins a recent message of the room that the member leads, or unpins one. */
  pin({ user, rooms }: Member): Action | undefined {
    const room_id = rooms.find((id) => this.leaders.get(id) === user.id) ?? '';
    const pinned = this.pinned.get(room_id) ?? new Set();
    this.pinned.set(room_id, pinned);
    const [oldest] = pinned.size < MOST_PINNED ? [] : pinned;
    if (oldest !== undefined) pinned.delete(oldest);
    const state = oldest === undefined ? this.pickRecent(room_id) : this.ledger.state(oldest);
    if (!state?.pinned.isIdle || !state.deleted.isPossible(false)) return undefined;
    const isPinned = !state.pinned.settled;
    if (isPinned) pinned.add(state.id);
    else pinned.delete(state.id);
    const data = { room_id, message_id: state.id, pinned: isPinned };
    return change('message.pin', data, state.pinned.attempt(isPinned));
  }

  createPoll(member: Member): Action {
    const poll = { options: OPTIONS, multiple: this.random.chance(0.3), anonymous: this.random.chance(0.3) };
    return member.send(undefined, { poll });
  }

  /** A vote in a recent poll, perhaps in one that is closed, which is refused. */
  vote({ user: { username }, rooms }: Member): Action | undefined {
    const { state, poll } = this.pickPoll(rooms) ?? {};
    if (!state || !poll?.votesOf(username).isIdle || !poll.closed.isPossible(this.random.chance(0.1))) return undefined;
    const options = this.random.shuffled(OPTIONS.map((_, at) => at)).slice(0, this.votes(state));
    const data = { room_id: state.roomId, message_id: state.id, options };
    return onPoll('poll.vote', data, poll.attemptVote(username, options));
  }

  /** Closes a recent poll that the member has made. */
  closePoll({ user: { username }, rooms }: Member): Action | undefined {
    const { state, poll } = this.pickPoll(rooms) ?? {};
    if (!state || state.sending.sender !== username || !poll?.closed.isIdle || poll.closed.settled) return undefined;
    return onPoll('poll.close', { room_id: state.roomId, message_id: state.id }, poll.attemptClose());
  }

  /** The number of options to choose: sometimes none, which takes a vote back. */
  private votes({ sending: { poll } }: MessageState): number {
    if (this.random.chance(0.2)) return 0;
    return poll?.multiple ? Math.ceil(this.random.between(0, OPTIONS.length)) : 1;
  }

  private pickRecent(roomId: string): MessageState | undefined {
    return this.ledger.state(this.random.pick(this.recent.messagesOf(roomId)) ?? '');
  }

  /** A recent poll whose message is not deleted. */
  private pickPoll(rooms: readonly string[]): { readonly state: MessageState; readonly poll: PollState } | undefined {
    const polls = rooms.flatMap((roomId) => this.recent.pollsOf(roomId));
    const state = this.ledger.state(this.random.pick(polls) ?? '');
    return state?.poll && state.deleted.isPossible(false) ? { state, poll: state.poll } : undefined;
  }
}

/** A request on a poll, whose answer has a number if the poll has changed. */
function onPoll(eventType: string, data: object, begin: () => PollAttempt): Action {
  return {
    eventType,
    data,
    begin: () => {
      const attempt = begin();
      return {
        accepted: ({ seq }) => attempt.accepted(seq),
        refused: (code) => attempt.refused(code),
      };
    },
  };
}
