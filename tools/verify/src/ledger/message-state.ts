import { PollState } from './poll-state.js';
import type { Place, Sending } from './sent-message.js';
import { TrackedValue } from './tracked-value.js';

/** The expected state of one accepted message, by the requests and their answers. */
export class MessageState {
  readonly id: string;
  readonly seq: number;
  readonly text: TrackedValue<string>;
  readonly deleted = new TrackedValue(false);
  /** Only the leader of its room pins it. */
  readonly pinned = new TrackedValue(false);
  /** Undefined: it has no poll. */
  readonly poll: PollState | undefined;
  private readonly reactions = new Map<number, TrackedValue<string | undefined>>();

  constructor(
    { id, seq }: Place,
    readonly sending: Sending,
  ) {
    this.id = id;
    this.seq = seq;
    this.text = new TrackedValue(sending.content);
    this.poll = sending.poll && new PollState();
  }

  get roomId(): string {
    return this.sending.roomId;
  }

  /** The reaction of a user; its value is undefined without a reaction. */
  reactionOf(userId: number): TrackedValue<string | undefined> {
    const reaction = this.reactions.get(userId) ?? new TrackedValue<string | undefined>(undefined);
    this.reactions.set(userId, reaction);
    return reaction;
  }

  /** The reactions by the id of the user. */
  get reactors(): Iterable<readonly [number, TrackedValue<string | undefined>]> {
    return this.reactions;
  }
}
