import { AssignPermissions } from './assign-permissions.js';
import { AssignRoles } from './assign-roles.js';
import { DeleteRoom } from './delete-room.js';
import type { RequestClass } from '@parley/realtime/requests';

import type { ModificationClass } from './modification.js';
import { UpdateSettings } from './update-settings.js';

/** All modifications of `room.modify`. */
export const modifications: readonly ModificationClass[] = [UpdateSettings, DeleteRoom, AssignRoles, AssignPermissions];

/** The request class of each action. */
export const modificationRequests = (): Readonly<Record<string, RequestClass>> =>
  Object.assign({}, ...modifications.map(({ requests }) => requests)) as Readonly<Record<string, RequestClass>>;

/** The modification of each action. */
export const actions = (): ReadonlyMap<string, ModificationClass> =>
  new Map(
    modifications.flatMap((modification) =>
      Object.keys(modification.requests).map((action) => [action, modification] as const),
    ),
  );
