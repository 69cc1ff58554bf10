import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';
import type { User } from '@parley/protocol';
import { v7 as uuidv7 } from 'uuid';

import { AuditRepository } from '../../audit/audit.repository.js';
import type { Permitted } from '../../moderation/shown-texts.js';
import { isKeyTaken } from '../../../platform/database/failures.js';
import { UnitOfWork } from '../../../platform/database/unit-of-work.js';
import type { Work } from '../../../platform/database/unit-of-work.js';
import { WriteRoom } from '../../rooms/acts/write-room.js';
import type { NewRoom } from '../../rooms/acts/write-room.js';
import { ConsentRepository } from '../../rooms/consent/consent.repository.js';
import { giveExternalId, takeExternalId } from '../../rooms/product/room-external-ids.repository.js';
import { RoomDirectory } from '../../rooms/room-directory.js';
import { operatorGrant } from '../../rooms/room.policy.js';
import { lockPair } from '../../rooms/room-pairs.repository.js';
import { NewRoomSettings } from '../../rooms/room.settings.js';
import { NO_RULES } from '../../rooms/rules/room-rules.js';
import type { NewMembership, RoomDraft } from '../../rooms/types/room-record.js';
import { RoomTypes } from '../../rooms/types/room-types.js';
import { toProductRoom } from './product-room.js';
import type { ProductRoom, RoomsBackend, RoomState } from './product-room.js';

/** A state with the ids of the users whom it names. */
export interface NamedState {
  readonly state: RoomState;
  readonly memberIds: readonly number[] | undefined;
  readonly creatorId: number | undefined;
}

/** The room of a pair may be deleted while it is found. */
const MOST_ATTEMPTS = 10;

/** Makes a room of a product, whose unique id decides: of many requests at once one makes the room. */
@Injectable()
export class MakeProductRoom {
  constructor(
    private readonly work: UnitOfWork,
    private readonly rooms: WriteRoom,
    private readonly consent: ConsentRepository,
    private readonly types: RoomTypes,
    private readonly defaults: NewRoomSettings,
    private readonly directory: RoomDirectory,
    private readonly audit: AuditRepository,
  ) {}

  /**
   * @returns undefined if there is a room with the id: another request has made it meanwhile, or the two users had one
   * @throws Refusal 4003 without a name, a creator or the two members; 4004, 4005, 4029
   */
  async make(by: RoomsBackend, named: NamedState): Promise<ProductRoom | undefined> {
    const { externalId } = named.state;
    const roomId = uuidv7();
    const grant = operatorGrant<'room.create'>(roomId);
    const draft = this.draftOf(named, by);
    return this.work.transaction(async (work) => {
      const { manager } = work;
      const actor = await by.authority.permit(manager, 'rooms.manage');
      if (!(await takeExternalId(manager, externalId, roomId))) return undefined;
      const userIds = draft.memberships.map(({ userId }) => userId);
      const consenting = await this.consent.lockProvisioned(manager, grant, userIds, draft.pairKey !== null);
      requireLeader(draft, consenting.users);
      // The product answers for its texts.
      const room = { draft: draft as Permitted<RoomDraft>, grant, consenting, origin: undefined };
      if (await this.isAdopted(work, externalId, room)) return undefined;
      await this.audit.record(manager, actor, { action: 'rooms.create', roomId });
      return toProductRoom(await this.directory.room(work, roomId), externalId);
    });
  }

  /** Writes the room, or gives its id to the one that the two users have. */
  private async isAdopted(work: Work, externalId: string, room: NewRoom): Promise<boolean> {
    const { pairKey } = room.draft;
    for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts += 1) {
      if (await this.rooms.write(work, room)) return false;
      const existing = pairKey === null ? undefined : await lockPair(work.manager, pairKey);
      if (existing) {
        await giveExternalId(work.manager, externalId, existing.id).catch(refuseSecondId);
        return true;
      }
    }
    throw new Error('a pair of users has a row of room_pairs, but no room');
  }

  /** @throws Refusal 4003, 4005 */
  private draftOf(named: NamedState, by: RoomsBackend): RoomDraft {
    const { state, memberIds = [] } = named;
    const type = this.types.named(state.type);
    const { settings } = state;
    if (type.isDeletedByEach) {
      const [first, other] = memberIds;
      if (first === undefined || other === undefined) throw invalid({ members: ['Must name two users.'] });
      return { ...type.draft({ participants: [other] }, first, this.defaults), ...givenPreferences(state) };
    }
    const creatorId = named.creatorId ?? by.userId;
    if (creatorId === undefined) throw invalid({ created_by: ['Must name the creator: the key has no user.'] });
    if (settings.name === undefined) throw invalid({ name: ['Must be given for a new room.'] });
    const draft = type.draft(requestOf(settings), creatorId, this.defaults);
    return { ...draft, ...rulesOf(state), memberships: membershipsOf(draft, memberIds) };
  }
}

/** As `room.create` has it, without members. */
const requestOf = (settings: RoomState['settings']): object => ({
  name: settings.name,
  description: settings.description,
  participants: [],
  extra_fields: settings,
});

const givenPreferences = ({ settings: { property } }: RoomState): Partial<RoomDraft> =>
  property?.preferences ? { preferences: property.preferences } : {};

const rulesOf = ({ settings }: RoomState): typeof NO_RULES => ({
  slowModeSeconds: settings.slow_mode_seconds ?? NO_RULES.slowModeSeconds,
  messageTtlSeconds: settings.message_ttl_seconds ?? NO_RULES.messageTtlSeconds,
  maxMessageLength: settings.max_message_length ?? NO_RULES.maxMessageLength,
  mediaAllowed: settings.media_allowed ?? NO_RULES.mediaAllowed,
});

/** The creator, and the others. @throws Refusal 4005 if there are more than the room may have */
function membershipsOf({ creatorId, memberships, maxMembers }: RoomDraft, memberIds: readonly number[]) {
  const others = memberIds.filter((userId) => userId !== creatorId);
  if (maxMembers !== null && others.length + 1 > maxMembers) {
    throw conflict(`The room may have at most ${String(maxMembers)} members.`);
  }
  return [...memberships, ...others.map((userId): NewMembership => ({ userId, role: 'member' }))];
}

/** @throws Refusal 4005 */
function requireLeader({ creatorId, pairKey }: RoomDraft, users: readonly User[]): void {
  const creator = users.find(({ id }) => id === creatorId);
  if (pairKey === null && creator?.is_guest === true) throw conflict('A guest cannot lead a room.');
}

function refuseSecondId(error: unknown): never {
  if (isKeyTaken(error)) throw conflict('The chat of these two users has another external id.');
  throw error;
}
