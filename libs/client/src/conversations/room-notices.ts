import type { RoomNotice, RoomNoticePage, ServerFrame, SyncPage } from '@parley/protocol';

import { bySeq } from '../frames.js';
import type { Parley } from '../parley.js';

const PAGE_SIZE = 100;

/** The numbers between these two. */
interface Range {
  readonly after: number;
  readonly before: number;
}

/** The notices of one room in a range of its numbers: read from the service, and kept up to date. */
export class RoomNotices {
  /** In the order of their numbers. */
  notices: readonly RoomNotice[] = [];
  /**
   * Messages that were sent before this time were removed because of their age; null: none were, as far as is known.
   */
  messagesRemovedBefore: string | null = null;
  private wanted: Range | undefined;
  /** The range that was read. */
  private known: Range | undefined;
  /** Rises with each read: an earlier one that is still in progress has no effect. */
  private reads = 0;
  private readonly handlers = new Set<() => void>();
  private readonly subscriptions: readonly (() => void)[];

  constructor(
    private readonly chat: Pick<Parley, 'ask' | 'on' | 'state'>,
    readonly roomId: string,
  ) {
    this.subscriptions = [
      chat.on('frame', (frame) => this.receive(frame)),
      chat.on('state', (state) => {
        if (state === 'online') this.refresh();
      }),
    ];
  }

  /**
   * Loads the notices with numbers between these two, in place of those of another range. Known notices are not
   * requested again.
   * @param before Infinity: also later ones, as they arrive
   * @throws ParleyError when it is refused, `offline` without a connection: then the next connection loads them
   */
  async load(after: number, before: number): Promise<void> {
    this.wanted = { after, before };
    await this.read(this.wanted);
  }

  /** Loads the range again. @throws ParleyError as {@link load} */
  async reload(): Promise<void> {
    this.known = undefined;
    if (this.wanted) await this.read(this.wanted);
  }

  close(): void {
    this.reads += 1;
    this.wanted = undefined;
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.handlers.clear();
  }

  /** @returns a function that removes the handler, which is called after each change */
  onChange(handler: () => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  private receive({ eventType, data, room_id: roomId, notice }: ServerFrame): void {
    if (eventType === 'sessionsync.dispatch') {
      const synced = (data as SyncPage).rooms.find(({ room_id: id }) => id === this.roomId);
      if (!synced || (synced.room === null && !synced.reset)) return;
      // The dispatches of the changes were missed.
      this.known = undefined;
      if (this.chat.state === 'online') this.refresh();
    } else if (notice && roomId === this.roomId && this.wanted && isIn(this.wanted, notice)) {
      this.set(merged(this.notices, [notice]));
    }
  }

  /** Reads what is missing, if anything is. */
  private refresh(): void {
    // The next connection reads it after an error.
    if (this.wanted) this.read(this.wanted).catch(() => undefined);
  }

  private async read(wanted: Range): Promise<void> {
    const reading = (this.reads += 1);
    const parts = missingParts(wanted, this.known);
    const outdated = this.known ? [] : this.notices;
    const found: RoomNotice[] = [];
    for (const part of parts) {
      let { before } = part;
      let hasMore = true;
      while (hasMore) {
        const page = await this.page(part.after, before);
        if (reading !== this.reads) return;
        this.messagesRemovedBefore = page.messages_removed_before;
        found.push(...page.notices);
        before = page.notices[0]?.seq ?? before;
        hasMore = page.has_more;
      }
    }
    this.known = wanted;
    if (parts.length > 0 || this.notices.some((notice) => !isIn(wanted, notice))) {
      const kept = this.notices.filter((notice) => !outdated.includes(notice));
      this.set(merged(kept, found).filter((notice) => isIn(wanted, notice)));
    }
  }

  private async page(after: number, before: number): Promise<RoomNoticePage> {
    const range = { ...(after > 0 && { after }), ...(before !== Infinity && { before }) };
    return (await this.chat.ask('room.notices', { room_id: this.roomId, limit: PAGE_SIZE, ...range })).data;
  }

  private set(notices: readonly RoomNotice[]): void {
    this.notices = notices;
    for (const handler of Array.from(this.handlers)) handler();
  }
}

const isIn = ({ after, before }: Range, { seq }: RoomNotice): boolean => seq > after && seq < before;

/** The parts of a range that were not read. */
function missingParts(wanted: Range, known: Range | undefined): readonly Range[] {
  if (!known || known.before <= wanted.after || known.after >= wanted.before) return [wanted];
  const older = wanted.after < known.after ? [{ after: wanted.after, before: known.after + 1 }] : [];
  const newer = wanted.before > known.before ? [{ after: known.before - 1, before: wanted.before }] : [];
  return [...older, ...newer];
}

/** @param fresh replaces those with the same numbers */
function merged(known: readonly RoomNotice[], fresh: readonly RoomNotice[]): readonly RoomNotice[] {
  const all = new Map([...known, ...fresh].map((notice) => [notice.seq, notice]));
  return [...all.values()].sort(bySeq);
}
