import type { Group } from '../hub/index.js';
import type { LogReader } from './log-source.js';
import type { LogSequencer } from './log-sequencer.js';
import type { SequencedEntry } from './sequenced-entry.js';

export interface PolledLog {
  readonly log: Group;
  readonly sequencer: LogSequencer<SequencedEntry>;
  /** In milliseconds since 1970. */
  checkedAt: number;
}

/** A lost frame that no other follows is found so late at most. */
const CHECK_MS = 1_000;
/** The logs of one query. */
const MOST_TOGETHER = 5_000;
/** The logs of one check: of more, those with the oldest check go first, which bounds the work of the database. */
const MOST_CHECKED = 20_000;

/**
 * Polls for numbers that this node has missed: if no later number follows, only the log shows that the last frame of
 * another node was lost.
 */
export class GapPoller<Log extends PolledLog> {
  private timer: NodeJS.Timeout | undefined;
  private checking = false;

  /** @param found called with a log, the number it had when it was read, and its last number */
  constructor(
    private readonly logs: ReadonlyMap<Group, Log>,
    private readonly source: Pick<LogReader, 'headsOtherThan'>,
    private readonly found: (log: Log, before: number, head: number) => void,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.check(), CHECK_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** All logs at once: a query costs both sides more than the logs in it. */
  private async check(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    try {
      const due = this.due();
      for (let from = 0; from < due.length; from += MOST_TOGETHER) {
        await this.checkTogether(due.slice(from, from + MOST_TOGETHER));
      }
    } catch {
      // The others go first in the next check.
    } finally {
      this.checking = false;
    }
  }

  private async checkTogether(logs: readonly Log[]): Promise<void> {
    const now = Date.now();
    const expected = new Map(logs.map(({ log, sequencer }) => [log, sequencer.last ?? 0]));
    const heads = await this.source.headsOtherThan(expected);
    for (const served of logs) {
      served.checkedAt = now;
      const head = heads.get(served.log);
      if (head !== undefined) this.found(served, expected.get(served.log) ?? 0, head);
    }
  }

  private due(): Log[] {
    const due = [...this.logs.values()].filter(({ sequencer }) => sequencer.last !== undefined);
    if (due.length <= MOST_CHECKED) return due;
    return due.sort((one, other) => one.checkedAt - other.checkedAt).slice(0, MOST_CHECKED);
  }
}
