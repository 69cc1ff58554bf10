import type { Room } from '@parley/protocol';

import type { ChatClient } from './chat-client.js';
import { eventually } from './eventually.js';
import type { Frame } from './frames.js';

/** A numbered frame of a room, as a connection received it. */
interface Numbered {
  readonly seq: number;
  readonly eventType: string | undefined;
}

/** Records every number that one connection receives from now on. Other readers still get the frames. */
export class ReceivedNumbers {
  private readonly rooms = new Map<string, Numbered[]>();

  constructor(device: ChatClient) {
    device.socket.on('message', (data) => {
      const { room_id: roomId, seq, eventType } = JSON.parse((data as Buffer).toString()) as Frame;
      if (roomId === undefined || seq === undefined) return;
      this.rooms.set(roomId, [...(this.rooms.get(roomId) ?? []), { seq, eventType }]);
    });
  }

  /** In the order of arrival. */
  of(room: Pick<Room, 'id'>): readonly number[] {
    return this.framesOf(room).map(({ seq }) => seq);
  }

  /** One list for each membership in the room: every list but the last ends with a removal. */
  subscribe(room: Pick<Room, 'id'>): readonly (readonly number[])[] {
    const periods: number[][] = [[]];
    for (const { seq, eventType } of this.framesOf(room)) {
      periods.at(-1)!.push(seq);
      if (eventType === 'roomexit.dispatch') periods.push([]);
    }
    return periods;
  }

  /** The numbers once this number, or a higher one, has arrived; after a timeout, those that arrived. */
  async until(room: Pick<Room, 'id'>, seq: number): Promise<readonly number[]> {
    await eventually(() => this.of(room).some((received) => received >= seq)).catch(() => undefined);
    return this.of(room);
  }

  private framesOf({ id }: Pick<Room, 'id'>): readonly Numbered[] {
    return this.rooms.get(id) ?? [];
  }
}

/** `first` to `last`, each once and in order. */
export function numbersFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
