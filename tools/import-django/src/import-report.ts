import type { Listing } from './listing.js';
import { KINDS } from './source/source-rows.js';
import type { Kind } from './source/source-rows.js';

/** The number of ids in the report for each reason; the list has all of them. */
const NAMED = 5;

export interface KindReport {
  readonly source: number;
  readonly copied: number;
  /** Copied by an earlier run. */
  readonly already_there: number;
  readonly left_out: number;
}

export interface ReasonReport {
  readonly kind: Kind;
  readonly reason: string;
  readonly count: number;
  /** The first ones. */
  readonly ids: readonly string[];
}

export interface ImportReport {
  readonly dry_run: boolean;
  readonly seconds: number;
  readonly kinds: Readonly<Record<Kind, KindReport>>;
  readonly left_out: readonly ReasonReport[];
  readonly changed: readonly ReasonReport[];
}

/** Counts the results of all rows of the source. */
export class Report {
  private readonly began = performance.now();
  private readonly copies = counters();
  private readonly losses = counters();
  private readonly reasons = {
    left_out: new Map<string, RecordedReason>(),
    changed: new Map<string, RecordedReason>(),
  };

  /**
   * @param source the number of rows of each kind
   * @param leftOut the list of rows that are not copied
   * @param changed the list of rows that are copied with changes
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
    record(this.reasons.left_out, kind, String(id), reason);
    await this.leftOut.add([kind, String(id), reason]);
  }

  /** Records a row that is copied with a change. */
  async corrected(kind: Kind, id: string | number, { what, now = '' }: Correction): Promise<void> {
    record(this.reasons.changed, kind, String(id), what);
    await this.changed.add([kind, String(id), what, now]);
  }

  /** The number of messages processed. */
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

/** The kind of a change of a copied row, and the new value if it is short. */
export interface Correction {
  readonly what: string;
  readonly now?: string;
}

interface RecordedReason extends ReasonReport {
  count: number;
  readonly ids: string[];
}

const counters = (): Record<Kind, number> => Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;

function record(records: Map<string, RecordedReason>, kind: Kind, id: string, reason: string): void {
  const key = `${kind} ${reason}`;
  const recorded = records.get(key) ?? { kind, reason, count: 0, ids: [] };
  records.set(key, recorded);
  recorded.count += 1;
  if (recorded.ids.length < NAMED) recorded.ids.push(id);
}
