import { TrackedValue } from './tracked-value.js';

/** The expected state of one accepted message, by the requests and their answers. */
export class MessageState {
  readonly text: TrackedValue<string>;
  readonly deleted = new TrackedValue(false);
  private readonly reactions = new Map<number, TrackedValue<string | undefined>>();

  constructor(
    readonly id: string,
    readonly roomId: string,
    content: string,
  ) {
    this.text = new TrackedValue(content);
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
