import { Register } from './register.js';

/** The expected state of one accepted message, by the requests and their answers. */
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

  /** The reaction of a user; its value is undefined without a reaction. */
  reactionOf(userId: number): Register<string | undefined> {
    const reaction = this.reactions.get(userId) ?? new Register<string | undefined>(undefined);
    this.reactions.set(userId, reaction);
    return reaction;
  }

  /** The reactions by the id of the user. */
  get reactors(): Iterable<readonly [number, Register<string | undefined>]> {
    return this.reactions;
  }
}
