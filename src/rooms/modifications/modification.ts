import type { Type } from '@nestjs/common';
import { Id, Text } from '@parley/realtime/requests';
import type { Answer, RequestClass, RequestOrigin } from '@parley/realtime/requests';

import type { RoomChange } from '../room-changes.js';

export class RoomModifyRequest {
  @Id()
  room_id!: string;

  @Text({ min: 1, max: 40 })
  action!: string;
}

/**
 * A modification of `room.modify`. A new one is a file beside this one and a name in `modifications.ts`, where the
 * event finds it by its action.
 */
export abstract class Modification {
  /**
   * @param request of the class that {@link ModificationClass.requests} has for its action
   * @returns the answer to the requester alone, if nothing has changed; otherwise members are notified after the commit
   * @throws Refusal
   */
  abstract modify(change: RoomChange, request: RoomModifyRequest, origin: RequestOrigin): Promise<Answer | undefined>;
}

/** A modification, with the request class of each of its actions. */
export interface ModificationClass extends Type<Modification> {
  readonly requests: Readonly<Record<string, RequestClass<RoomModifyRequest>>>;
}
