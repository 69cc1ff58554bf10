import type { DraftPlace, Drafts } from '@parley/client/private-state';
import { signal } from '@preact/signals';

const PREFIX = 'parley:draft:';
/** Between the room and the thread of a key. */
const IN_THREAD = '/';

/**
 * The unsent texts of the user, on all devices. Texts that the service does not have yet are in the storage of the
 * browser too, so that they survive a reload.
 */
export class ComposerDrafts {
  /** Rises with each change, so that what was read before is read again. */
  private readonly version = signal(0);
  /** The places whose text is in the storage of the browser. */
  private readonly stored = new Map<string, DraftPlace>();
  private readonly prefix: string;

  constructor(
    private readonly drafts: Drafts,
    userId: number,
  ) {
    this.prefix = `${PREFIX}${String(userId)}:`;
    this.restore();
    this.drafts.onChange(() => {
      this.forgetKept();
      this.version.value += 1;
    });
  }

  /** The unsent text of a room or of a thread. */
  text(place: DraftPlace): string {
    void this.version.value;
    return this.drafts.get(place);
  }

  setText(place: DraftPlace, text: string): void {
    const key = this.prefix + nameOf(place);
    this.stored.set(key, place);
    localStorage.setItem(key, text);
    this.drafts.set(place, text);
  }

  /** Restores the texts that an earlier page has not sent. */
  private restore(): void {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(this.prefix))) {
      const [roomId = '', threadId] = key.slice(this.prefix.length).split(IN_THREAD);
      const place = threadId === undefined ? { roomId } : { roomId, threadId };
      this.stored.set(key, place);
      this.drafts.set(place, localStorage.getItem(key) ?? '');
    }
  }

  private forgetKept(): void {
    for (const [key, place] of this.stored) {
      if (!this.drafts.isKept(place)) continue;
      this.stored.delete(key);
      localStorage.removeItem(key);
    }
  }
}

const nameOf = ({ roomId, threadId }: DraftPlace): string =>
  threadId === undefined ? roomId : roomId + IN_THREAD + threadId;

/** Deletes all drafts on log-out: the next user of this browser must not read them. */
export function deleteDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
