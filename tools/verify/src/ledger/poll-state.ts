import { votesText } from './message-view.js';
import { TrackedValue } from './tracked-value.js';

/** One attempt to vote or to close. If neither method is called, it was never answered. */
export interface PollAttempt {
  /** @param seq the number of the change; undefined if nothing changed */
  accepted(seq: number | undefined): void;
  refused(code: number): void;
}

/** A vote that was accepted although the poll was closed before. */
export interface LateVote {
  readonly username: string;
  readonly seq: number | undefined;
}

interface AcceptedVote extends LateVote {
  /** Whether the close had been accepted when the vote was requested. */
  readonly isAfterClose: boolean;
}

/** The expected state of one poll, by the requests and their answers. Only its author closes it. */
export class PollState {
  readonly closed = new TrackedValue(false);
  private closedAt: number | undefined;
  private readonly votes = new Map<string, TrackedValue<string>>();
  private readonly accepted: AcceptedVote[] = [];

  /** The chosen options of a user, as of `votesText`. */
  votesOf(username: string): TrackedValue<string> {
    const votes = this.votes.get(username) ?? new TrackedValue(votesText([]));
    this.votes.set(username, votes);
    return votes;
  }

  /** The users who have tried to vote. */
  get voters(): Iterable<readonly [username: string, votes: TrackedValue<string>]> {
    return this.votes;
  }

  /** @returns a function to call before each attempt */
  attemptVote(username: string, options: readonly number[]): () => PollAttempt {
    const begin = this.votesOf(username).attempt(votesText(options));
    return () => {
      const attempt = begin();
      const isAfterClose = this.closed.settled;
      return {
        accepted: (seq) => {
          this.accepted.push({ username, seq, isAfterClose });
          attempt.accepted();
        },
        refused: (code) => attempt.refused(code),
      };
    };
  }

  /** @returns a function to call before each attempt */
  attemptClose(): () => PollAttempt {
    const begin = this.closed.attempt(true);
    return () => {
      const attempt = begin();
      return {
        accepted: (seq) => {
          this.closedAt ??= seq;
          attempt.accepted();
        },
        refused: (code) => attempt.refused(code),
      };
    };
  }

  lateVotes(): LateVote[] {
    const { closedAt } = this;
    return this.accepted.filter(
      ({ seq, isAfterClose }) => isAfterClose || (closedAt !== undefined && seq !== undefined && seq > closedAt),
    );
  }
}
