import type { Room as RoomObject, RoomListEntry } from '@parley/protocol';

import type { NewRoom } from './client-events.js';
import { Room } from './room.js';
import type { Host } from './room.js';
import { Timeline } from './timeline.js';

interface Opened {
  readonly room: Room;
  readonly timeline: Timeline;
}

export class Rooms {
  private readonly opened = new Map<string, Opened>();

  /**
   * @param changed told whenever the messages of an opened room have
   * @param begin told of each timeline that begins
   */
  constructor(
    private readonly host: Host,
    private readonly changed: (roomId: string) => void,
    private readonly begin: (roomId: string, timeline: Timeline) => void,
  ) {}

  /** Makes a room, or finds the one there is of two. */
  async create(room: NewRoom): Promise<RoomObject> {
    return (await this.host.ask('room.create', room)).data;
  }

  /**
   * The user's rooms, latest activity first.
   * @param options.limit 1 to 1,000, which is the default
   * @param options.cursor `next` of the page before
   */
  async list(options: { readonly limit?: number; readonly cursor?: string } = {}): Promise<{
    readonly rooms: readonly RoomListEntry[];
    readonly next: string | null;
  }> {
    const { data, meta } = await this.host.ask('room.list', options);
    return { rooms: data, next: (meta as { readonly next_cursor: string | null }).next_cursor };
  }

  /** The handle of a room, the same each time: nothing is asked for. */
  open(roomId: string): Room {
    const opened = this.opened.get(roomId);
    if (opened) return opened.room;
    const timeline = new Timeline(() => {
      this.changed(roomId);
    });
    const room = new Room(roomId, this.host, timeline);
    this.begin(roomId, timeline);
    this.opened.set(roomId, { room, timeline });
    return room;
  }

  /** The room is shown no more: its messages are not gathered any longer, and the next `open` begins anew. */
  close(roomId: string): void {
    this.opened.delete(roomId);
  }

  /** For those who tell the news. */
  timelineOf(roomId: string): Timeline | undefined {
    return this.opened.get(roomId)?.timeline;
  }
}
