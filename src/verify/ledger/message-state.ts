import { Register } from './register.js';

/** What should stand of one accepted message in the end, by what was asked for and answered. */
export class MessageState {
  readonly text: Register<string>;
  readonly deleted = new Register(false);
  private readonly reactions = new Map<number, Register<string | undefined>>();

  constructor(
    readonly id: string,
    readonly roomId: string,
    content: string,
  ) {
    this.text = new Register(content);
  }

  /** Undefined is no reaction. */
  reactionOf(userId: number): Register<string | undefined> {
    const reaction = this.reactions.get(userId) ?? new Register<string | undefined>(undefined);
    this.reactions.set(userId, reaction);
    return reaction;
  }

  /** The users who have asked for a reaction on it. */
  get reactors(): Iterable<readonly [number, Register<string | undefined>]> {
    return this.reactions;
  }
}
