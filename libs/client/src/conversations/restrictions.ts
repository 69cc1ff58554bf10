import type { RestrictionChange, RestrictionPage, RoomRestriction, ServerFrame } from '@parley/protocol';

import type { Parley } from '../parley.js';

const PAGE_SIZE = 200;

interface RestrictionsOptions {
  /** The only user of whom restrictions are wanted: they are read again only after those of this user. */
  readonly userId?: number | undefined;
}

/**
 * The restrictions in a room, for its leaders; to other members their own. They are read again after each restriction
 * and each new connection.
 */
export class Restrictions {
  /** By the ids of their users; undefined until they are known. */
  current: readonly RoomRestriction[] | undefined;
  private readonly handlers = new Set<() => void>();
  private readonly subscriptions: (() => void)[];
  /** Rises with every read, so that an earlier one that ends later has no effect. */
  private version = 0;

  constructor(
    private readonly chat: Pick<Parley, 'ask' | 'on'>,
    private readonly roomId: string,
    private readonly options: RestrictionsOptions = {},
  ) {
    this.subscriptions = [
      chat.on('frame', (frame) => this.handle(frame)),
      chat.on('state', (state) => {
        if (state === 'online') void this.read();
      }),
    ];
    void this.read();
  }

  /** @returns a function that removes the handler, which is called after each change */
  onChange(handler: () => void): () => void {
    this.handlers.add(handler);
    return () => void this.handlers.delete(handler);
  }

  /** Restricts a user; `none` lifts the restriction. Without `until` it has no end. */
  async restrict(
    userId: number,
    kind: RestrictionChange['kind'],
    more: { readonly until?: string; readonly reason?: string } = {},
  ): Promise<void> {
    await this.chat.ask('room.restrict', { room_id: this.roomId, user_id: userId, kind, ...more });
  }

  close(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.handlers.clear();
  }

  private handle({ eventType, room_id: roomId, data }: ServerFrame): void {
    if (eventType === 'roomrestrict.dispatch' && roomId === this.roomId && this.wants((data as RestrictionChange).user))
      void this.read();
  }

  private wants({ id }: RestrictionChange['user']): boolean {
    return (this.options.userId ?? id) === id;
  }

  /** Whether the pages, which are ordered by the ids of users, have all that is wanted. */
  private isEnough(read: readonly RoomRestriction[]): boolean {
    const { userId } = this.options;
    return userId !== undefined && (read.at(-1)?.user.id ?? 0) >= userId;
  }

  private async page(cursor: string | null): Promise<RestrictionPage> {
    const page = { room_id: this.roomId, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    return (await this.chat.ask('room.restrictions', page)).data;
  }

  /** Without a connection the restrictions stay as they are: the next one reads them again. */
  private async read(): Promise<void> {
    const version = ++this.version;
    const all: RoomRestriction[] = [];
    try {
      let cursor: string | null = null;
      do {
        const page: RestrictionPage = await this.page(cursor);
        all.push(...page.restrictions);
        cursor = page.next_cursor;
      } while (cursor !== null && !this.isEnough(all));
    } catch {
      return;
    }
    if (version !== this.version) return;
    this.current = all.filter(({ user }) => this.wants(user));
    for (const handler of this.handlers) handler();
  }
}
