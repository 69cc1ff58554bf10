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
  RoomWithoutMembers,
} from '@parley/client';
import { batch, signal } from '@preact/signals';

import { toast } from '../design/toasts.js';

const PAGE_SIZE = 50;
const LARGE_PAGE_SIZE = 200;
/** The maximum number of large pages that `goTo` loads. */
const MAX_PAGES = 25;

/** The state of a room that is or was recently shown: its messages and its settings. */
export class OpenRoom {
  readonly messages = signal<readonly (Message | Outgoing)[]>([]);
  /** Null until it is loaded. */
  readonly info = signal<RoomObject | null>(null);
  /** Null until they are loaded. */
  readonly members = signal<readonly RoomMember[] | null>(null);
  readonly hasOlder = signal(true);
  readonly isLoading = signal(false);
  readonly isLoaded = signal(false);
  /** The user is not a member, or the room does not exist. */
  readonly isClosed = signal(false);
  /** The `seq` below the divider of unread messages; null when nothing was unread as the room was opened. */
  readonly unreadAfter = signal<number | null>(null);
  /** The message to scroll to. */
  readonly targetId = signal<string | null>(null);

  readonly replyTo = signal<Message | null>(null);
  readonly editing = signal<Message | null>(null);
  readonly attachments = signal<readonly NewAttachment[]>([]);

  readonly room: Room;
  private readonly subscriptions: (() => void)[];

  constructor(
    private readonly parley: Parley,
    readonly id: string,
  ) {
    this.room = parley.rooms.open(id);
    this.messages.value = this.room.messages;
    this.subscriptions = [
      this.room.on('messages', () => {
        this.messages.value = this.room.messages;
      }),
      this.room.on('reset', () => {
        this.hasOlder.value = true;
      }),
      this.room.on('room', ({ room }) => {
        if (hasMembers(room)) this.info.value = room;
        if (this.members.peek()) void this.loadMembers();
      }),
      parley.on('state', (state) => {
        if (state === 'online') void this.load();
      }),
    ];
    void this.load();
  }

  showFrom(unreadAfter: number | undefined): void {
    this.unreadAfter.value = unreadAfter ?? null;
  }

  close(): void {
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.parley.rooms.close(this.id);
  }

  /** Loads a page of older messages. */
  async loadOlder(limit = PAGE_SIZE): Promise<void> {
    if (this.isLoading.peek() || !this.hasOlder.peek()) return;
    this.isLoading.value = true;
    try {
      const { more } = await this.room.history({ limit });
      batch(() => {
        this.hasOlder.value = more;
        this.isLoaded.value = true;
      });
    } catch (error) {
      this.handleError(error);
    } finally {
      this.isLoading.value = false;
    }
  }

  /** Loads the history back to a message and scrolls to it, or says that it is too far back. */
  async goTo({ id, seq }: Pick<Message, 'id' | 'seq'>): Promise<void> {
    const isThere = (): boolean => this.room.messages.some((message) => 'id' in message && message.id === id);
    const oldest = (): number => this.room.messages.find((message) => 'seq' in message)?.seq ?? Infinity;
    for (let page = 0; page < MAX_PAGES && !isThere() && this.hasOlder.peek() && oldest() > seq; page += 1) {
      await this.loadOlder(LARGE_PAGE_SIZE);
    }
    if (isThere()) this.targetId.value = id;
    else toast('This message is too far back in the history.');
  }

  /** Loads all members with their roles. */
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
      this.handleError(error);
    }
  }

  private async memberPage(cursor: string | null): Promise<MemberPage> {
    const page = { room_id: this.id, limit: LARGE_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    // Without `list`, the answer has members.
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
      this.handleError(error);
    }
  }

  private handleError(error: unknown): void {
    // Other errors: retried on the next connection.
    if (error instanceof ParleyError && error.code === 4004) this.isClosed.value = true;
  }
}

/** False only before the room is loaded. */
const hasMembers = (room: RoomObject | RoomWithoutMembers): room is RoomObject =>
  'participants' in room || 'subscribers' in room;
