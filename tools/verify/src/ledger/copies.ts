import type { Message } from '@parley/protocol';

import type { Fault } from './fault.js';
import { markerOf } from './sent-message.js';
import type { SentMessage } from './sent-message.js';

/** Finds duplicates: messages with the same `client_message_id`, in live frames or in the history at the end. */
export class Copies {
  private readonly byMarker = new Map<string, Map<string, Message>>();

  add(message: Message): void {
    const marker = markerOf(message);
    if (marker === undefined) return;
    const copies = this.byMarker.get(marker) ?? new Map<string, Message>();
    this.byMarker.set(marker, copies.set(message.id, message));
  }

  /**
   * @param sent the sent messages by `client_message_id`
   * @param isLost whether the loss of a message is permitted: its copy replaces it
   */
  *faults(sent: ReadonlyMap<string, SentMessage>, isLost: (messageId: string) => boolean): Generator<Fault> {
    for (const [marker, copies] of this.byMarker) {
      const sending = sent.get(marker)?.sending;
      const [first, ...others] = [...copies.values()].filter(({ id }) => !isLost(id));
      if (!sending || !first) continue;
      for (const { id, seq, room } of others) {
        const what = `client_message_id ${marker}: stored twice, also as ${first.id}`;
        yield { kind: 'doubled', what, room_id: room.id, who: sending.sender, seq, message_id: id };
      }
    }
  }
}
