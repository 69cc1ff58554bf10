import type { Parley } from '@parley/client';
import { RoomNotices } from '@parley/client/conversations';
import type { HistoryWindow, RoomNotice } from '@parley/client/conversations';
import { batch, signal } from '@preact/signals';

/** The part of a room that is loaded. */
interface Part {
  readonly after: number;
  readonly before: number;
  /** The number of the first message of the room: Infinity without one, NaN if it is not loaded. */
  readonly first: number;
}

/** The notices among the messages of a room that are loaded. */
export class ShownNotices {
  readonly list = signal<readonly RoomNotice[]>([]);
  /** Messages from before this time were removed; null: none were. */
  readonly removedBefore = signal<string | null>(null);
  private readonly notices: RoomNotices;
  private part: Part | undefined;

  constructor(
    parley: Parley,
    roomId: string,
    private readonly history: HistoryWindow,
  ) {
    this.notices = new RoomNotices(parley, roomId);
    this.notices.onChange(() => {
      batch(() => {
        this.list.value = this.notices.notices;
        this.removedBefore.value = this.notices.messagesRemovedBefore;
      });
    });
  }

  /** The messages that are loaded have changed. */
  follow(): void {
    const { part: before } = this;
    if (!this.history.isLoaded) return;
    const part = partOf(this.history);
    this.part = part;
    // The first message may have been removed because of its age.
    const isBegunLater = before !== undefined && part.first > before.first;
    if (!isBegunLater && part.after === before?.after && part.before === before.before) return;
    const loading = this.notices.load(part.after, part.before);
    // The next connection loads them after an error.
    (isBegunLater ? loading.then(() => this.notices.reload()) : loading).catch(() => undefined);
  }

  close(): void {
    this.notices.close();
  }
}

function partOf({ messages, hasOlder, hasNewer }: HistoryWindow): Part {
  const seqs = messages.flatMap((message) => ('seq' in message ? message.seq : []));
  const first = seqs[0] ?? Infinity;
  const before = hasNewer ? (seqs.at(-1) ?? Infinity) : Infinity;
  return hasOlder ? { after: seqs[0] ?? 0, before, first: NaN } : { after: 0, before, first };
}
