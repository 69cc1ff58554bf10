import { Injectable } from '@nestjs/common';
import type { Actor } from '@parley/realtime/requests';
import type { OutgoingEvent } from '@parley/realtime/restricted-part';

import { cursorOf, isCount, isUuid, NOT_OF_THIS_LIST } from '../../platform/pages/cursor.js';
import { RoomPolicy } from '../rooms/room.policy.js';
import { toMessage } from '../messages/message.view.js';
import { PinsRepository } from './pins.repository.js';

/** Pins are ordered by their numbers. */
const CURSOR = cursorOf<{ readonly roomId: string; readonly number: number }>(
  { roomId: isUuid, number: isCount },
  NOT_OF_THIS_LIST,
);

export interface PinPageRequest {
  readonly roomId: string;
  readonly limit: number;
  /** The `next_cursor` of the page before. */
  readonly cursor: string | null | undefined;
}

/** A page, and whether messages are missing in it because of their bytes. */
type PinPage = OutgoingEvent<'roompins.dispatch'>['data'] & { readonly truncated: boolean };

/** The pinned messages of a room, the newest pin first, page by page. */
@Injectable()
export class PinPages {
  constructor(
    private readonly policy: RoomPolicy,
    private readonly repository: PinsRepository,
  ) {}

  /** @throws Refusal 4003, 4004 */
  async page(actor: Actor, { roomId, limit, cursor }: PinPageRequest): Promise<PinPage> {
    const grant = await this.policy.mayRead(actor, roomId);
    const after = CURSOR.decode(cursor, { roomId })?.number;
    const { messages, end, truncated } = await this.repository.list(grant, limit, after);
    // A user who was removed during the read receives no page.
    await this.policy.mayRead(actor, roomId);
    const next_cursor = CURSOR.next(end === undefined ? undefined : { roomId, number: end });
    return { room_id: roomId, messages: messages.map(toMessage), next_cursor, truncated };
  }
}
