import { ParleyError } from '@parley/client';
import type {
  Message,
  NewAttachment,
  Outgoing,
  Parley,
  Room,
  RoomMember,
  RoomObject,
  RoomWithoutMembers,
  UploadedFile,
} from '@parley/client';
import { HistoryWindow } from '@parley/client/conversations';
import { batch, signal } from '@preact/signals';

import { toast } from '../design/toasts.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import { followProfiles } from '../chat/state-signal.js';
import { ShownNotices } from './shown-notices.js';

/** When to load more messages after a refusal that says no time. */
const RETRY_SECONDS = 5;

/** The part of the history to scroll to. A new object each time. */
export type Place =
  | { readonly kind: 'newest' }
  /** The first message above `unreadAfter`. */
  | { readonly kind: 'unread' }
  | { readonly kind: 'message'; readonly id: string; readonly isAtTop?: boolean };

/** The state of a room that is or was recently shown: its messages and its settings. */
export class OpenRoom {
  readonly messages = signal<readonly (Message | Outgoing)[]>([]);
  /** Null until it is loaded. */
  readonly info = signal<RoomObject | null>(null);
  /** Null until they are loaded. */
  readonly members = signal<readonly RoomMember[] | null>(null);
  readonly hasOlder = signal(true);
  readonly hasNewer = signal(false);
  readonly isLoading = signal(false);
  readonly isLoaded = signal(false);
  /**
   * Whether more messages can be loaded: not without a connection, and for a while after the service has refused it.
   */
  readonly canExtend = signal(true);
  /** Whether the user may not write in the room. */
  readonly isMuted = signal(false);
  /** The user is not a member, or the room does not exist. */
  readonly isClosed = signal(false);
  /** The `seq` below the divider of unread messages; null when nothing was unread as the room was opened. */
  readonly unreadAfter = signal<number | null>(null);
  /** Null until it is known and its messages are loaded. */
  readonly place = signal<Place | null>(null);
  /** The message that is highlighted for a moment, after a jump to it. */
  readonly targetId = signal<string | null>(null);

  /** The ids of the messages of blocked users that are shown nevertheless. */
  readonly revealed = signal<ReadonlySet<string>>(new Set());

  /** The key of the message that shows its actions. */
  readonly activeMessage = signal<string | null>(null);

  /** Whether the service has refused what the user writes: one of the two of a chat has closed it. */
  readonly isRefused = signal(false);
  /** When the user was last reported to type, in milliseconds. */
  readonly typedAt = signal(0);

  readonly replyTo = signal<Message | null>(null);
  readonly editing = signal<Message | null>(null);
  readonly attachments = signal<readonly (NewAttachment | UploadedFile)[]>([]);

  /** Rises when the input is to have the focus. */
  readonly focusRequests = signal(0);

  readonly room: Room;
  readonly notices: ShownNotices;
  private readonly history: HistoryWindow;
  /** Resolves when the messages that the browser has are shown. */
  private readonly storedShown: Promise<void>;
  private readonly subscriptions: (() => void)[];
  /** A jump has begun and has not arrived: it decides which messages are shown. */
  private isJumping = false;
  /** The last jump, to repeat it if the messages that it has shown are replaced. */
  private lastJump: (() => Promise<Place | null>) | undefined;
  private requests = 0;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly parley: Parley,
    readonly id: string,
    stored: Promise<readonly Message[]>,
  ) {
    this.room = parley.rooms.open(id);
    this.history = new HistoryWindow(parley, id);
    this.storedShown = stored.then(
      (messages) => this.history.openStored(messages),
      // Without them the room is loaded as if there were none.
      () => undefined,
    );
    this.notices = new ShownNotices(parley, id, this.history);
    this.subscriptions = [
      this.history.onChange(() => this.readHistory()),
      followProfiles(parley, this.info, this.members, this.notices.list, this.replyTo),
      this.room.on('room', ({ room }) => {
        if (hasMembers(room)) this.info.value = room;
        // Members that are loaded, or on their way, are old now.
        void this.loadSettings();
      }),
      parley.on('outgoing', (message) => {
        if (message.room_id === id && message.pending && isInRoom(message)) void this.goToNewest();
      }),
      parley.on('state', (state) => {
        if (state !== 'online') return;
        this.canExtend.value = true;
        if (!this.history.isLoaded && this.requests === 0) void this.openPlace();
        if (!this.info.peek()) void this.loadSettings();
      }),
    ];
    void this.loadSettings();
  }

  /** Shows the first unread message, or the newest message if there is none, unless a jump decides what is shown. */
  showFrom(unreadAfter: number | undefined): void {
    this.unreadAfter.value = unreadAfter ?? null;
    if (this.isJumping) return;
    this.place.value = null;
    void this.openPlace();
  }

  close(): void {
    clearTimeout(this.retryTimer);
    for (const unsubscribe of this.subscriptions) unsubscribe();
    this.history.close();
    this.notices.close();
    this.parley.rooms.close(this.id);
  }

  /** Whether the reader is at the newest message. */
  follow(isAtEnd: boolean): void {
    this.history.isFollowing = isAtEnd;
  }

  async loadOlder(): Promise<void> {
    if (this.hasOlder.peek() && this.canExtend.peek()) await this.extend(() => this.history.loadOlder());
  }

  async loadNewer(): Promise<void> {
    if (this.hasNewer.peek() && this.canExtend.peek()) await this.extend(() => this.history.loadNewer());
  }

  async goToNewest(): Promise<void> {
    await this.jump(async () => {
      if (this.history.hasNewer) await this.history.openNewest();
      return { kind: 'newest' };
    });
  }

  /** Shows a message, however old it is, or says that it is not in the history any more. */
  async goTo({ id, seq }: Pick<Message, 'id' | 'seq'>): Promise<void> {
    await this.jump(async () => {
      if (!this.isShown(id)) await this.history.openAround(seq);
      if (this.isShown(id)) return { kind: 'message', id };
      toast(t('conversation.messageGone'));
      return null;
    });
  }

  /** Shows the first message of a day or later. */
  async goToDate(day: Date): Promise<void> {
    await this.jump(async () => {
      const first = await this.history.openAt(day);
      return first ? { kind: 'message', id: first.id, isAtTop: true } : { kind: 'newest' };
    });
  }

  /** Whether the messages that are loaded are on the way to be replaced, or have been, and are not in view yet. */
  get isMoving(): boolean {
    return this.isJumping;
  }

  /** The place is in view. */
  arrive(): void {
    this.isJumping = false;
  }

  /** @throws ParleyError */
  async loadMembers(): Promise<void> {
    // Not a part of the first view.
    const { readMembers } = await import('./read-members.js');
    this.members.value = await readMembers(this.parley, this.id);
  }

  private async loadSettings(): Promise<void> {
    try {
      if (!this.info.peek()) this.info.value = await this.room.info();
      this.isClosed.value = false;
      await this.loadMembers();
    } catch (error) {
      this.handleError(error);
    }
  }

  private async openPlace(): Promise<void> {
    await this.storedShown;
    const unreadAfter = this.unreadAfter.peek();
    const { history } = this;
    this.lastJump = undefined;
    const isShown = unreadAfter === null ? history.isLoaded && !history.hasNewer : history.contains(unreadAfter);
    if (!isShown)
      await this.extend(() => (unreadAfter === null ? history.openNewest() : history.openAround(unreadAfter + 1)));
    if (!history.isLoaded || this.isJumping) return;
    // Meanwhile the user has sent a message, for example.
    const jump = this.lastJump as OpenRoom['lastJump'];
    if (jump) await this.jump(jump);
    else this.place.value = { kind: unreadAfter === null ? 'newest' : 'unread' };
  }

  /** @param action returns the place that the jump leads to; null: it leads nowhere */
  private async jump(action: () => Promise<Place | null>): Promise<void> {
    this.isJumping = true;
    this.lastJump = action;
    const isDone = await attempt(() =>
      this.loading(async () => {
        const place = await action();
        if (place) this.place.value = place;
        else this.isJumping = false;
      }),
    );
    if (!isDone) this.isJumping = false;
  }

  private async extend(action: () => Promise<void>): Promise<void> {
    await this.loading(action).catch((error: unknown) => {
      this.canExtend.value = false;
      this.handleError(error);
    });
  }

  private async loading(action: () => Promise<void>): Promise<void> {
    this.requests += 1;
    this.isLoading.value = true;
    try {
      await action();
    } finally {
      this.requests -= 1;
      this.isLoading.value = this.requests > 0;
    }
  }

  private readHistory(): void {
    batch(() => {
      this.messages.value = this.history.messages;
      this.hasOlder.value = this.history.hasOlder;
      this.hasNewer.value = this.history.hasNewer;
      this.isLoaded.value = this.history.isLoaded;
    });
    this.notices.follow();
  }

  private isShown(id: string): boolean {
    return this.history.messages.some((message) => 'id' in message && message.id === id);
  }

  private handleError(error: unknown): void {
    // Without a connection, it is retried on the next one.
    if (!(error instanceof ParleyError) || error.code === 'offline') return;
    if (error.code === 4004) this.isClosed.value = true;
    else this.extendLater(error.retryAfter ?? RETRY_SECONDS);
  }

  private extendLater(seconds: number): void {
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => {
      this.canExtend.value = true;
    }, seconds * 1_000);
  }
}

/** Whether it does not stand in a thread alone. */
const isInRoom = ({ extra_fields: { thread_id: threadId, also_to_room: isAlsoInRoom } }: Outgoing): boolean =>
  threadId === undefined || isAlsoInRoom === true;

/** False only before the room is loaded. */
const hasMembers = (room: RoomObject | RoomWithoutMembers): room is RoomObject =>
  'participants' in room || 'subscribers' in room;
