import { KINDS } from './django/source-rows.js';
import type { Kind } from './django/source-rows.js';
import type { Listing } from './listing.js';

/** How many of a kind the report names; the list has all of them. */
const NAMED = 5;

export interface KindReport {
  readonly source: number;
  readonly copied: number;
  /** An earlier run has copied them. */
  readonly already_there: number;
  readonly left_out: number;
}

export interface ReasonReport {
  readonly kind: Kind;
  readonly reason: string;
  readonly count: number;
  /** The first of them. */
  readonly ids: readonly string[];
}

export interface ImportReport {
  readonly dry_run: boolean;
  readonly seconds: number;
  readonly kinds: Readonly<Record<Kind, KindReport>>;
  readonly left_out: readonly ReasonReport[];
  readonly changed: readonly ReasonReport[];
}

/** What came of each row of the source. */
export class Report {
  private readonly began = performance.now();
  private readonly copies = counters();
  private readonly losses = counters();
  private readonly reasons = { left_out: new Map<string, Noted>(), changed: new Map<string, Noted>() };

  /**
   * @param source how many rows there are
   * @param leftOut where each row is listed that is not copied
   * @param changed where each is listed that is not what it was
   */
  constructor(
    private readonly source: Readonly<Record<Kind, number>>,
    private readonly leftOut: Listing,
    private readonly changed: Listing,
  ) {}

  copied(kind: Kind, count = 1): void {
    this.copies[kind] += count;
  }

  async left(kind: Kind, id: string | number, reason: string): Promise<void> {
    this.losses[kind] += 1;
    note(this.reasons.left_out, kind, String(id), reason);
    await this.leftOut.add([kind, String(id), reason]);
  }

  /** Copied all the same, but something of it is not as it was. */
  async mended(kind: Kind, id: string | number, { what, now = '' }: Mending): Promise<void> {
    note(this.reasons.changed, kind, String(id), what);
    await this.changed.add([kind, String(id), what, now]);
  }

  /** How many messages have been looked at. */
  get messages(): number {
    return this.copies.messages + this.losses.messages;
  }

  result(dryRun: boolean): ImportReport {
    const kinds = Object.fromEntries(
      KINDS.map((kind) => {
        const [source, copied, lost] = [this.source[kind], this.copies[kind], this.losses[kind]];
        return [kind, { source, copied, already_there: source - copied - lost, left_out: lost }];
      }),
    ) as Record<Kind, KindReport>;
    return {
      dry_run: dryRun,
      seconds: Math.round(performance.now() - this.began) / 1_000,
      kinds,
      left_out: [...this.reasons.left_out.values()],
      changed: [...this.reasons.changed.values()],
    };
  }
}

/** What was changed, and what it is now where that can be said in a word. */
export interface Mending {
  readonly what: string;
  readonly now?: string;
}

interface Noted extends ReasonReport {
  count: number;
  readonly ids: string[];
}

const counters = (): Record<Kind, number> => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;

function note(notes: Map<string, Noted>, kind: Kind, id: string, reason: string): void {
  const key = `${kind} ${reason}`;
  const noted = notes.get(key) ?? { kind, reason, count: 0, ids: [] };
  notes.set(key, noted);
  noted.count += 1;
  if (noted.ids.length < NAMED) noted.ids.push(id);
}
