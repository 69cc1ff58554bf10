import { mergeMessage, ParleyError } from '@parley/client';
import type { Message, Parley } from '@parley/client';
import { computed, signal } from '@preact/signals';

import type { Threads } from '../chat/threads.js';

const PAGE_SIZE = 50;

/** A thread that is shown: the message that started it, and the loaded replies. */
export class OpenThread {
  private readonly known = signal<ReadonlyMap<string, Message>>(new Map());
  /** In order. The message that started the thread is the first, once all older replies are loaded. */
  readonly messages = computed(() => [...this.known.value.values()].sort((one, other) => one.seq - other.seq));
  readonly hasOlder = signal(false);
  readonly isLoaded = signal(false);
  /** The user is not a member of its room, or there is no such thread. */
  readonly isGone = signal(false);
  private readonly subscriptions: (() => void)[];

  constructor(
    parley: Parley,
    private readonly threads: Threads,
    private readonly roomId: string,
    readonly id: string,
  ) {
    this.subscriptions = [
      parley.on('message', ({ message }) => {
        if (message.thread?.id === id) this.put([message]);
      }),
      parley.on('edited', ({ message }) => this.change(message.id, () => message)),
      parley.on('reaction', ({ message, userId }) => {
        this.change(message.id, (known) => mergeMessage(known, message, userId));
      }),
      parley.on('deleted', ({ messageIds }) => this.remove(messageIds)),
      parley.on('reset', ({ roomId: ofRoom }) => {
        if (ofRoom === roomId) void this.reload();
      }),
      parley.on('state', (state) => {
        if (state === 'online' && !this.isLoaded.peek()) void this.reload();
      }),
    ];
    void this.reload();
  }

  close(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
  }

  /** @throws ParleyError */
  async loadOlder(): Promise<void> {
    const before = this.messages.peek()[0]?.seq;
    await this.load(before === undefined ? {} : { before });
  }

  private async reload(): Promise<void> {
    this.known.value = new Map();
    try {
      await this.load({});
    } catch (error) {
      // Other errors: it is loaded again on the next connection.
      this.isGone.value = error instanceof ParleyError && error.code === 4004;
    }
  }

  private async load(place: { readonly before?: number }): Promise<void> {
    const { messages, has_next: hasOlder } = await this.threads.requests.messages(this.roomId, this.id, {
      ...place,
      limit: PAGE_SIZE,
    });
    this.put(messages);
    this.hasOlder.value = hasOlder;
    this.isLoaded.value = true;
  }

  private put(messages: readonly Message[]): void {
    this.known.value = new Map([...this.known.peek(), ...messages.map((message) => [message.id, message] as const)]);
  }

  private change(id: string, changed: (known: Message) => Message): void {
    const known = this.known.peek().get(id);
    if (known) this.put([changed(known)]);
  }

  /** The message that started the thread stays, without its content. */
  private remove(ids: readonly string[]): void {
    this.change(this.id, (start) => (ids.includes(this.id) ? { ...start, is_deleted: true, content: '' } : start));
    const kept = [...this.known.peek()].filter(([id]) => id === this.id || !ids.includes(id));
    this.known.value = new Map(kept);
  }
}
