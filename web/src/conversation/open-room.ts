import { ParleyError } from '@parley/client';
import type {
  MemberPage,
  Message,
  NewAttachment,
  Outgoing,
  Parley,
  Room,
  RoomMember,
  RoomObject,
} from '@parley/client';
import { batch, signal } from '@preact/signals';

import type { Self } from '../session/session.js';
import { keepDraft, keptDraft } from '../composer/drafts.js';

const PAGE = 50;
const LARGE_PAGE = 200;
/** How far back somebody is taken who looks for a message: pages of 200. */
const MOST_PAGES = 25;

/** A room that is shown, or was a moment ago: its messages, its settings, and what is being written to it. */
export class OpenRoom {
  readonly messages = signal<readonly (Message | Outgoing)[]>([]);
  /** Null until it is known. */
  readonly info = signal<RoomObject | null>(null);
  /** Null until they are asked for. */
  readonly members = signal<readonly RoomMember[] | null>(null);
  readonly hasOlder = signal(true);
  readonly isLoading = signal(false);
  readonly isLoaded = signal(false);
  /** The user is not in it, or there is none. */
  readonly isClosed = signal(false);
  /** Where the line is drawn above what is unread; null: nothing was when the room was shown. */
  readonly unreadAfter = signal<number | null>(null);
  /** The message to which one is taken. */
  readonly wanted = signal<string | null>(null);

  readonly draft: ReturnType<typeof signal<string>>;
  readonly replyTo = signal<Message | null>(null);
  readonly editing = signal<Message | null>(null);
  readonly attachments = signal<readonly NewAttachment[]>([]);

  readonly room: Room;
  private readonly stops: (() => void)[];

  constructor(
    private readonly parley: Parley,
    readonly id: string,
    private readonly self: Self,
  ) {
    this.draft = signal(keptDraft(self.id, id));
    this.room = parley.rooms.open(id);
    this.messages.value = this.room.messages;
    this.stops = [
      this.room.on('messages', () => {
        this.messages.value = this.room.messages;
      }),
      this.room.on('reset', () => {
        this.hasOlder.value = true;
      }),
      this.room.on('room', ({ room }) => {
        this.info.value = room;
        if (this.members.peek()) void this.loadMembers();
      }),
      parley.on('state', (state) => {
        if (state === 'online') void this.load();
      }),
    ];
    void this.load();
  }

  appears(unreadAfter: number | undefined): void {
    this.unreadAfter.value = unreadAfter ?? null;
  }

  close(): void {
    for (const stop of this.stops) stop();
    this.parley.rooms.close(this.id);
  }

  writes(text: string): void {
    this.draft.value = text;
    keepDraft(this.self.id, this.id, text);
  }

  /** Older messages than those there are. */
  async loadOlder(limit = PAGE): Promise<void> {
    if (this.isLoading.peek() || !this.hasOlder.peek()) return;
    this.isLoading.value = true;
    try {
      const { more } = await this.room.history({ limit });
      batch(() => {
        this.hasOlder.value = more;
        this.isLoaded.value = true;
      });
    } catch (error) {
      this.fails(error);
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Reads back to a message, and shows it. @returns whether it was found */
  async goTo(messageId: string, seq: number): Promise<boolean> {
    const isThere = (): boolean => this.room.messages.some((message) => 'id' in message && message.id === messageId);
    const oldest = (): number => this.room.messages.find((message) => 'seq' in message)?.seq ?? Infinity;
    for (let page = 0; page < MOST_PAGES && !isThere() && this.hasOlder.peek() && oldest() > seq; page += 1) {
      await this.loadOlder(LARGE_PAGE);
    }
    if (isThere()) this.wanted.value = messageId;
    return isThere();
  }

  /** All members, with their roles. */
  async loadMembers(): Promise<void> {
    const members: RoomMember[] = [];
    try {
      let cursor: string | null = null;
      do {
        const page = await this.memberPage(cursor);
        members.push(...page.members);
        cursor = page.next_cursor;
      } while (cursor !== null);
      this.members.value = members;
    } catch (error) {
      this.fails(error);
    }
  }

  private async memberPage(cursor: string | null): Promise<MemberPage> {
    const page = { room_id: this.id, limit: LARGE_PAGE, ...(cursor === null ? {} : { cursor }) };
    // Not asked for requests, it answers with members.
    return (await this.parley.ask('room.members', page)).data as MemberPage;
  }

  private async load(): Promise<void> {
    if (this.info.peek()) return;
    try {
      this.info.value = await this.room.info();
      this.isClosed.value = false;
      if (!this.isLoaded.peek()) await this.loadOlder();
      await this.loadMembers();
    } catch (error) {
      this.fails(error);
    }
  }

  private fails(error: unknown): void {
    // Without a line it is asked again with the next.
    if (error instanceof ParleyError && error.code === 4004) this.isClosed.value = true;
  }
}
