import { isPermanent } from '../codes.js';
import type { Parley } from '../parley.js';
import type { ParleyError } from '../parley-error.js';
import type { PrivateState } from './private-state.js';

/** Where a user writes: among the messages of a room, or in a thread of it. */
export interface DraftPlace {
  readonly roomId: string;
  /** The id of the message that starts the thread. */
  readonly threadId?: string;
}

/** A text of this device that the service does not have, or did not have when it was last asked. */
interface OwnText {
  readonly place: DraftPlace;
  text: string;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The service keeps no such text: it stays on this device. */
  isRefused: boolean;
  /** The number of requests without an answer yet. */
  asking: number;
}

/** How long a text stays as it is before it is sent, in milliseconds. */
const DELAY_MS = 1_000;

/**
 * The unsent texts of the user, on all devices. A text is sent to the service when the user pauses. A text that is
 * written without a connection is sent on the next one: the last text of all devices counts. A message in the same
 * place clears the draft at the service, on every device.
 */
export class Drafts {
  private readonly own = new Map<string, OwnText>();
  private readonly handlers = new Set<() => void>();

  /** @param state of the same client */
  constructor(
    private readonly chat: Pick<Parley, 'ask' | 'on' | 'state'>,
    private readonly state: PrivateState,
  ) {
    state.onChange(() => this.changed());
    chat.on('state', (now) => {
      if (now === 'online') for (const own of this.own.values()) this.schedule(own);
    });
    chat.on('left', ({ roomId }) => {
      for (const [key, own] of this.own) if (own.place.roomId === roomId) this.forget(key, own);
      this.changed();
    });
  }

  /** The text of this device until the service has it, then that of the device that has written last; empty: none. */
  get(place: DraftPlace): string {
    return this.own.get(keyOf(place))?.text ?? this.kept(place);
  }

  /** Whether the service has the text, so that it is on all devices. */
  isKept(place: DraftPlace): boolean {
    return !this.own.has(keyOf(place));
  }

  /**
   * Replaces the text, and sends it after a second without a further change. Call it for every change, and after a
   * send.
   */
  set(place: DraftPlace, text: string): void {
    const key = keyOf(place);
    const own = this.own.get(key) ?? { place, text, timer: undefined, isRefused: false, asking: 0 };
    [own.text, own.isRefused] = [text, false];
    this.own.set(key, own);
    this.schedule(own);
    this.changed();
  }

  /** @returns a function that removes the handler, which is called after each change, also of this device */
  onChange(handler: () => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  private kept({ roomId, threadId }: DraftPlace): string {
    return this.state.draft(roomId, threadId)?.content ?? '';
  }

  private schedule(own: OwnText): void {
    clearTimeout(own.timer);
    own.timer = own.isRefused ? undefined : setTimeout(() => void this.send(own), DELAY_MS);
  }

  private async send(own: OwnText): Promise<void> {
    const { place, text } = own;
    if (this.chat.state !== 'online') return;
    try {
      if (own.asking > 0 || text !== this.kept(place)) await this.ask(own);
      if (own.text !== text) return;
      this.forget(keyOf(place), own);
    } catch (error) {
      if (own.text !== text) return;
      own.isRefused = isPermanent((error as ParleyError).code);
      this.schedule(own);
    }
    this.changed();
  }

  private async ask(own: OwnText): Promise<void> {
    own.asking += 1;
    try {
      await this.chat.ask('draft.set', requestOf(own.place, own.text));
    } finally {
      own.asking -= 1;
    }
  }

  private forget(key: string, own: OwnText): void {
    clearTimeout(own.timer);
    if (this.own.get(key) === own) this.own.delete(key);
  }

  private changed(): void {
    for (const handler of Array.from(this.handlers)) handler();
  }
}

const keyOf = ({ roomId, threadId }: DraftPlace): string => threadId ?? roomId;

const requestOf = ({ roomId: room_id, threadId: thread_id }: DraftPlace, content: string) => ({
  room_id,
  content,
  ...(thread_id === undefined ? {} : { thread_id }),
});
