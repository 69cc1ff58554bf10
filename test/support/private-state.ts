import type {
  ComposerDraft,
  GroupChat,
  PrivateState,
  RoomArchived,
  RoomFavourite,
  RoomNotify,
  SavedMessage,
  ScheduledMessage,
  ScheduleEnd,
  ThreadFollow,
  UnreadMark,
  UserBlock,
  UserNotify,
} from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { eventually } from './eventually.js';
import type { Frame } from './frames.js';

/** The list of the items of each event. */
const EVENTS = {
  'roomfavourite.dispatch': 'favourites',
  'roomarchive.dispatch': 'archived',
  'roommarkunread.dispatch': 'marks',
  'threadfollow.dispatch': 'follows',
  'messagesave.dispatch': 'saved',
  'draft.dispatch': 'drafts',
  'messageschedule.dispatch': 'scheduled',
  'schedulecancel.dispatch': 'scheduled',
  'roomnotify.dispatch': 'notify',
  'usernotify.dispatch': 'notify',
  'userblock.dispatch': 'blocks',
} as const;

const LISTS = [...new Set(Object.values(EVENTS))];

const isPrivate = (eventType: string): eventType is keyof typeof EVENTS => eventType in EVENTS;

/** A client's copy of the private state of its user. */
export class PrivateCopy {
  /** The number up to which the copy has all changes. */
  seq = 0;
  /** The number of syncs that replaced everything. */
  resets = 0;
  private readonly favourites = new Map<string, RoomFavourite>();
  private readonly archived = new Map<string, RoomArchived>();
  private readonly marks = new Map<string, UnreadMark>();
  private readonly follows = new Map<string, ThreadFollow>();
  private readonly notify = new Map<string, RoomNotify | UserNotify>();
  private readonly saved = new Map<string, SavedMessage>();
  private readonly scheduled = new Map<string, ScheduledMessage | ScheduleEnd>();
  private readonly blocks = new Map<string, UserBlock>();
  private readonly drafts = new Map<string, ComposerDraft>();

  /** The copy of a client that has just synchronised. */
  static async of(device: ChatClient): Promise<PrivateCopy> {
    const copy = new PrivateCopy();
    await copy.sync(device);
    return copy;
  }

  clone(): PrivateCopy {
    const copy = new PrivateCopy();
    copy.seq = this.seq;
    for (const list of LISTS) for (const [key, item] of this[list]) (copy[list] as Map<string, Item>).set(key, item);
    return copy;
  }

  /** Requests what the copy misses. @param epoch of its number */
  async sync(device: ChatClient, epoch?: string): Promise<void> {
    const given = epoch === undefined ? {} : { epoch };
    const requestId = device.sendRequest('session.sync', { rooms: {}, private_seq: this.seq, ...given });
    for (;;) {
      const frame = (await device.response(requestId)) as Awaited<ReturnType<typeof device.request<'session.sync'>>>;
      if (frame.data.private) this.add(frame.data.private);
      if (frame.data.complete) return;
    }
  }

  /**
   * Adds the changes among live frames.
   * @throws Error if a number is missing
   */
  receive(frames: readonly Frame[]): void {
    for (const { eventType = '', private_seq: seq, data, meta } of frames) {
      if (!isPrivate(eventType) || meta?.changed === false) continue;
      if (seq === undefined) throw new Error(`${eventType} has no number`);
      if (seq <= this.seq) continue;
      if (seq !== this.seq + 1) throw new Error(`The number ${String(seq)} follows ${String(this.seq)}`);
      this.seq = seq;
      // A sync has the reason as the state of the item alone.
      const { reason: _, ...item } = data as Item & { readonly reason?: unknown };
      put(this[EVENTS[eventType]] as Map<string, Item>, item);
    }
  }

  /**
   * Adds the live frames of the device until the copy has a number.
   * @throws Error if a number is missing, or does not arrive in time
   */
  async receiveUntil(device: ChatClient, seq: number): Promise<void> {
    await eventually(async () => {
      this.receive(await device.drain());
      return this.seq >= seq;
    });
  }

  view(): object {
    const sorted = (items: Map<string, object>): object[] => [...items].sort(byRoom).map(([, item]) => item);
    return { seq: this.seq, ...Object.fromEntries(LISTS.map((list) => [list, sorted(this[list])])) };
  }

  private add({ seq, reset, ...lists }: PrivateState): void {
    if (reset) {
      for (const list of LISTS) this[list].clear();
      this.resets += 1;
    }
    for (const list of LISTS) for (const item of lists[list]) put(this[list] as Map<string, Item>, item);
    this.seq = seq ?? 0;
  }
}

interface Item {
  /** Undefined: the only item of the user that is about no room. */
  readonly room_id?: string;
  readonly thread_id?: string | null;
  readonly user_id?: number;
  /** Of a scheduled message. */
  readonly id?: string;
  /** Of an item of a message. */
  readonly message?: { readonly id: string };
  readonly removed?: true;
}

function put<Kept extends Item>(items: Map<string, Kept>, item: Kept): void {
  const key = item.message?.id ?? item.id ?? item.thread_id ?? item.room_id ?? String(item.user_id ?? '');
  if (item.removed) items.delete(key);
  else items.set(key, item);
}

const byRoom = ([one]: readonly [string, object], [other]: readonly [string, object]): number => (one < other ? -1 : 1);

/** Requests changes of the preferences of rooms, in turn. @returns the ids of the requests */
export const requestChanges = (device: ChatClient, among: readonly GroupChat[], count: number): string[] =>
  Array.from({ length: count }, (_, at) => {
    const room_id = among[at % among.length]!.id;
    const isOn = Math.floor(at / (2 * among.length)) % 2 === 0;
    return at % 2 === 0
      ? device.sendRequest('room.favourite', { room_id, favourite: isOn })
      : device.sendRequest('room.archive', { room_id, archived: isOn });
  });
