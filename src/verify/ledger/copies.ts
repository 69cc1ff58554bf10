import type { Message } from '@parley/protocol';

import type { Fault } from './fault.js';
import { markOf } from './mark.js';
import type { SentMessage } from './sent-message.js';

/** Finds duplicates: messages with the same `client_message_id`, in live frames or in the history at the end. */
export class Copies {
  private readonly byMark = new Map<string, Map<string, Message>>();

  add(message: Message): void {
    const mark = markOf(message);
    if (mark === undefined) return;
    const copies = this.byMark.get(mark) ?? new Map<string, Message>();
    this.byMark.set(mark, copies.set(message.id, message));
  }

  /** @param sent the sent messages by `client_message_id` */
  *faults(sent: ReadonlyMap<string, SentMessage>): Generator<Fault> {
    for (const [mark, copies] of this.byMark) {
      const sending = sent.get(mark)?.sending;
      const [first, ...others] = copies.values();
      if (!sending || !first) continue;
      for (const { id, seq, room } of others) {
        const what = `client_message_id ${mark}: stored twice, also as ${first.id}`;
        yield { kind: 'doubled', what, room_id: room.id, who: sending.sender, seq, message_id: id };
      }
    }
  }
}
