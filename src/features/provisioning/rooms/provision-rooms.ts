import { Injectable } from '@nestjs/common';
import { conflict, invalid } from '@parley/protocol';

import type { Permitted } from '../../moderation/shown-texts.js';
import { MembersRepository } from '../../rooms/membership/members.repository.js';
import { ChangeSettings, namesIn } from '../../rooms/modifications/change-settings.js';
import { RoomChanges } from '../../rooms/room-changes.js';
import { RoomDirectory } from '../../rooms/room-directory.js';
import { operatorGrant } from '../../rooms/room.policy.js';
import type { SettingsRequest } from '../../rooms/types/room-fields.js';
import { RoomTypes } from '../../rooms/types/room-types.js';
import { refuseCap } from './caps.js';
import type { BackendChange } from './change-product-members.js';
import { ExternalIdsRepository } from './external-ids.repository.js';
import { MakeProductRoom } from './make-product-room.js';
import type { NamedState } from './make-product-room.js';
import { namedUsers } from './named-users.js';
import { MOST_MEMBERS, toProductRoom } from './product-room.js';
import type { ProductRoom, RoomsBackend, RoomState } from './product-room.js';
import { ProvisionMembers } from './provision-members.js';

export interface ProvisionedRoom {
  readonly room: ProductRoom;
  readonly isNew: boolean;
}

/** The room may be made, or deleted, by another request again and again. */
const MOST_ATTEMPTS = 10;

/**
 * Makes the rooms of a product, or brings them to the state that its backend names. The unique id in the database
 * decides, so that two requests at once make one room. The same state again changes nothing and sends nothing.
 */
@Injectable()
export class ProvisionRooms {
  constructor(
    private readonly externalIds: ExternalIdsRepository,
    private readonly maker: MakeProductRoom,
    private readonly changes: RoomChanges,
    private readonly settings: ChangeSettings,
    private readonly provisionMembers: ProvisionMembers,
    private readonly members: MembersRepository,
    private readonly types: RoomTypes,
    private readonly directory: RoomDirectory,
  ) {}

  /**
   * @throws Refusal 4003; 4004 with the number of the named users who do not exist; 4005 for another type, a second id for
   *   the same two users, and by caps
   */
  put(by: RoomsBackend, state: RoomState): Promise<ProvisionedRoom> {
    return this.putNamed(by, state).catch(refuseCap);
  }

  private async putNamed(by: RoomsBackend, state: RoomState): Promise<ProvisionedRoom> {
    this.check(state);
    const named = await this.named(state);
    for (let attempts = 1; attempts <= MOST_ATTEMPTS; attempts += 1) {
      const roomId = await this.externalIds.roomId(state.externalId);
      const room = roomId === undefined ? await this.maker.make(by, named) : await this.update(by, roomId, named);
      if (room) return { room, isNew: roomId === undefined };
    }
    throw conflict('The room is made and deleted by other requests at once.');
  }

  /** @throws Refusal 4003 */
  private check({ type, settings, members, createdBy }: RoomState): void {
    this.settings.check(type, { data: settings, path: '' });
    if (members && members.length > MOST_MEMBERS) {
      throw invalid({ members: [`Must name at most ${String(MOST_MEMBERS)} users.`] });
    }
    if (!this.types.named(type).isDeletedByEach) return;
    if (createdBy !== undefined) throw invalid({ created_by: [`A ${type} has no creator.`] });
    if (members && new Set(members).size !== 2) throw invalid({ members: ['Must name two users.'] });
  }

  private async named(state: RoomState): Promise<NamedState> {
    const { members, createdBy } = state;
    const idOf = await namedUsers(this.externalIds, [
      ...(members ?? []),
      ...(createdBy === undefined ? [] : [createdBy]),
    ]);
    return {
      state,
      memberIds: members && [...new Set(members.map(idOf))],
      creatorId: createdBy === undefined ? undefined : idOf(createdBy),
    };
  }

  /** @returns undefined if the room was deleted since it was found */
  private update(by: RoomsBackend, roomId: string, { state, memberIds }: NamedState): Promise<ProductRoom | undefined> {
    return this.changes.byAuthority(by.authority, { action: 'rooms.manage' }, roomId, async (change) => {
      if (!change) return undefined;
      const { work, room } = change;
      if (room.type !== state.type) throw conflict(`The room is a ${room.type}.`);
      if (memberIds) await this.bringMembers(change, by, state.settings, memberIds);
      if (namesIn(state.settings).length > 0) {
        await this.settings.change(change, {
          grant: operatorGrant<'room.update'>(roomId),
          // The product answers for its texts.
          data: state.settings as Permitted<SettingsRequest>,
          path: '',
          refuse: conflict,
          actor: await this.provisionMembers.makerOf(change, by),
          origin: undefined,
        });
      }
      return toProductRoom(await this.directory.room(work, roomId), state.externalId);
    });
  }

  /** Before the settings, but within the new maximum of members. */
  private async bringMembers(
    change: BackendChange,
    by: RoomsBackend,
    { max_participants: participants, max_subscribers: subscribers }: SettingsRequest,
    memberIds: readonly number[],
  ): Promise<void> {
    const { room } = change;
    if (this.types.named(room.type).isDeletedByEach) {
      await this.requireSamePair(change, memberIds);
      return;
    }
    const maxMembers = participants ?? subscribers ?? room.maxMembers;
    await this.provisionMembers.bring({ ...change, room: { ...room, maxMembers } }, by, memberIds);
  }

  private async requireSamePair({ work, roomId, room }: BackendChange, memberIds: readonly number[]): Promise<void> {
    const members = new Set(await this.members.ids(work.manager, roomId));
    if (room.hiddenFrom) members.add(room.hiddenFrom.userId);
    if (!memberIds.every((id) => members.has(id))) throw conflict(`A ${room.type} keeps its two members.`);
  }
}
