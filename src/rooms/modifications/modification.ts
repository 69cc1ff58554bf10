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
 * Something that `room.modify` can do. A new one is a file beside this one, and a name in `modifications.ts`: the
 * event finds it there by its action.
 */
export abstract class Modification {
  /**
   * @param request of the class that {@link ModificationClass.requests} names for its action
   * @returns what the requester alone is told, where nothing has changed; else everybody is told once it is committed
   * @throws Refusal
   */
  abstract modify(change: RoomChange, request: RoomModifyRequest, origin: RequestOrigin): Promise<Answer | undefined>;
}

/** A modification, and what each of its actions takes. */
export interface ModificationClass extends Type<Modification> {
  readonly requests: Readonly<Record<string, RequestClass<RoomModifyRequest>>>;
}
