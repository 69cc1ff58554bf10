import type { PrivateState } from '../private-state/private-state.js';
import { RecordMirror } from './record-mirror.js';

const LISTS = [
  'favourites',
  'archived',
  'marks',
  'notify',
  'saved',
  'follows',
  'drafts',
  'scheduled',
  'blocks',
] as const;
const SEQ = 'private_seq';
const STORED_LISTS = 'private_lists';
const ALL_LISTS = LISTS.join();

export class StoredPrivateState {
  readonly mirrors: readonly RecordMirror<unknown>[] = LISTS.map((list) => new RecordMirror(`private/${list}`));

  /** @param meta has the number of the last change */
  constructor(
    private readonly state: PrivateState,
    private readonly meta: RecordMirror<unknown>,
  ) {}

  /** Passes the stored state on. That of an earlier version, which did not know all lists, is read anew. */
  restore(): void {
    if (this.meta.records.get(STORED_LISTS) !== ALL_LISTS) return;
    const seq = Number(this.meta.records.get(SEQ) ?? 0);
    const lists = LISTS.map((list, at) => [list, this.mirrors[at]?.records] as const);
    this.state.restore({ seq, lists: Object.fromEntries(lists) as Record<string, ReadonlyMap<string, unknown>> });
  }

  /** Takes the present state over. */
  take(): void {
    const { seq, lists } = this.state.snapshot;
    for (const [at, list] of LISTS.entries()) this.mirrors[at]?.replaceBy(lists[list] ?? []);
    this.meta.records.set(SEQ, seq);
    this.meta.records.set(STORED_LISTS, ALL_LISTS);
  }
}
