import { Injectable } from '@nestjs/common';
import type { ServerEvent, ServerEventName } from '@parley/protocol';
import { HttpCalls } from '@parley/realtime/http-calls';

import type { Administrator } from './administrator.guard.js';

/** Runs client events for administrators, with the checks that the event has on a socket. */
@Injectable()
export class AdministratorEvents {
  constructor(private readonly calls: HttpCalls) {}

  /**
   * @param answer the type of the frame that answers the event, which has no parts for members of a room only
   * @returns its data
   * @throws Refusal as the event does
   */
  async run<Name extends ServerEventName>(
    { actor }: Administrator,
    event: string,
    answer: Name,
    data: Readonly<Record<string, unknown>>,
  ): Promise<ServerEvent<Name>['data']> {
    const text = await this.calls.execute({ event, data, actor, groups: () => Promise.resolve([]) });
    const frame = JSON.parse(text) as ServerEvent<Name>;
    if (frame.eventType !== answer) throw new Error(`${event} was answered by ${frame.eventType}`);
    return frame.data;
  }
}
