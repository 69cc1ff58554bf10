import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { invalid } from '@parley/protocol';
import { ClientEvent } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler, RequestClass } from '@parley/realtime/requests';

import { AssignPermissions } from '../modifications/assign-permissions.js';
import { AssignRoles } from '../modifications/assign-roles.js';
import { DeleteRoom } from '../modifications/delete-room.js';
import { RoomModifyRequest } from '../modifications/modification.js';
import type { ModificationClass } from '../modifications/modification.js';
import { UpdateSettings } from '../modifications/update-settings.js';
import { RoomChanges } from '../room-changes.js';

export const modifications: readonly ModificationClass[] = [UpdateSettings, DeleteRoom, AssignRoles, AssignPermissions];

/** The request class of each action. */
const modificationRequests = (): Readonly<Record<string, RequestClass>> =>
  Object.assign({}, ...modifications.map(({ requests }) => requests)) as Readonly<Record<string, RequestClass>>;

/** The modification of each action. */
const actions = (): ReadonlyMap<string, ModificationClass> =>
  new Map(
    modifications.flatMap((modification) =>
      Object.keys(modification.requests).map((action) => [action, modification] as const),
    ),
  );

/** `room.modify`: runs the modification of the action. */
@Injectable()
@ClientEvent({
  name: 'room.modify',
  summary: 'Changes the settings, roles or permissions of a room, or deletes it.',
  request: RoomModifyRequest,
  variants: { by: 'action', classes: modificationRequests },
  roomTokens: 'open',
  emits: ['roomupdate.dispatch', 'roomdelete.dispatch'],
})
export class RoomModifyEvent implements EventHandler<RoomModifyRequest> {
  private readonly actions = actions();

  constructor(
    private readonly changes: RoomChanges,
    private readonly modules: ModuleRef,
  ) {}

  refine({ action }: RoomModifyRequest): RequestClass<RoomModifyRequest> {
    const request = this.named(action).requests[action];
    if (!request) throw new Error(`the modification of ${action} declares no request for it`);
    return request;
  }

  async handle(given: RoomModifyRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    const modification = this.modules.get(this.named(given.action));
    const request = await modification.prepare(actor, given);
    return this.changes.byMember(actor, request.room_id.toLowerCase(), (change) =>
      modification.modify(change, request, origin),
    );
  }

  private named(action: string): ModificationClass {
    const modification = this.actions.get(action);
    if (!modification) throw invalid({ action: [`Must be one of ${[...this.actions.keys()].join(', ')}.`] });
    return modification;
  }
}
