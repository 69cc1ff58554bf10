import type {
  Attachment,
  InvitedRoom,
  Room as RoomObject,
  RoomListEntry,
  RoomWithoutMembers,
  User,
} from '@parley/protocol';

import type { ClientEvents, NewRoom } from './client-events.js';
import { KnownRoom } from './known-room.js';
import { Room } from './room.js';
import type { RoomHost } from './room.js';
import { Timeline } from './timeline.js';

interface OpenedRoom {
  readonly room: Room;
  readonly timeline: Timeline;
  readonly known: KnownRoom;
}

export class Rooms {
  private readonly opened = new Map<string, OpenedRoom>();

  /**
   * @param onChange called when the messages of an opened room have changed
   * @param onOpen called with the new timeline of an opened room
   */
  constructor(
    private readonly host: RoomHost,
    private readonly onChange: (roomId: string) => void,
    private readonly onOpen: (roomId: string, timeline: Timeline) => void,
  ) {}

  /** Creates a room, or returns the existing one of two users. */
  async create(room: NewRoom): Promise<RoomObject> {
    return (await this.host.ask('room.create', room)).data;
  }

  /**
   * Lists the user's rooms, latest activity first.
   * @param options.limit 1 to 1,000; default 1,000
   * @param options.cursor `next` of the previous page
   * @param options.archived true: the archived rooms, and no others
   */
  async list(options: ClientEvents['room.list']['data'] = {}): Promise<{
    readonly rooms: readonly RoomListEntry[];
    readonly next: string | null;
  }> {
    const { data, meta } = await this.host.ask('room.list', options);
    return { rooms: data, next: (meta as { readonly next_cursor: string | null }).next_cursor };
  }

  /**
   * Describes a room that the user may join or ask to join.
   * @throws ParleyError 4004 for any other room, `offline` without a connection
   */
  async preview(roomId: string): Promise<InvitedRoom> {
    return (await this.host.ask('room.preview', { room_id: roomId })).data;
  }

  /** Returns the handle of a room, always the same object, without a request. */
  open(roomId: string): Room {
    const opened = this.opened.get(roomId);
    if (opened) return opened.room;
    const timeline = new Timeline(() => this.onChange(roomId));
    const known = new KnownRoom();
    const room = new Room(roomId, this.host, timeline, known);
    this.onOpen(roomId, timeline);
    this.opened.set(roomId, { room, timeline, known });
    return room;
  }

  /** Stops collecting the messages of a room. The next `open` starts with an empty list. */
  close(roomId: string): void {
    this.opened.delete(roomId);
  }

  /** Undefined for a room that is not open. */
  timelineOf(roomId: string): Timeline | undefined {
    return this.opened.get(roomId)?.timeline;
  }

  /** Replaces a user, or a file, in the messages and in the known states of opened rooms. */
  update(part: User | Attachment): void {
    for (const { timeline, known } of this.opened.values()) {
      timeline.updatePart(part);
      known.updatePart(part);
    }
  }

  /** Completes a state of a room from what is known, if the room is open. */
  merge(room: RoomObject | RoomWithoutMembers): RoomObject | RoomWithoutMembers {
    return this.opened.get(room.id)?.known.merge(room) ?? room;
  }
}
