import type { Channel, GroupChat, OneToOneChat, Room } from '@parley/protocol';

import type { Role } from '../../rooms/membership/membership.js';
import type { SettingsRequest } from '../../rooms/types/room-fields.js';
import type { Authority } from '../../users/roles/authority.js';

interface OfProduct {
  readonly external_id: string;
}

export interface ProductOneToOneChat extends OneToOneChat, OfProduct {}
export interface ProductGroupChat extends GroupChat, OfProduct {}
export interface ProductChannel extends Channel, OfProduct {}

/** A room of the product, as its backend sees it. */
export type ProductRoom = ProductOneToOneChat | ProductGroupChat | ProductChannel;

export const toProductRoom = (room: Room, externalId: string): ProductRoom => ({ ...room, external_id: externalId });

/** The backend of a product, which changes rooms that it need not be a member of. */
export interface RoomsBackend {
  readonly authority: Authority;
  /** The user of its key; undefined: it has none. */
  readonly userId: number | undefined;
}

/** What the backend of a product says of a room. An undefined field stays, and has its default in a new room. */
export interface RoomState {
  readonly externalId: string;
  readonly type: string;
  readonly settings: SettingsRequest;
  /** The external ids of all members, without the creator or with. */
  readonly members: readonly string[] | undefined;
  /** The external id of the creator of a new room; undefined: the user of the key. */
  readonly createdBy: string | undefined;
}

/** The members that a change of a room names, by their external ids. */
export interface NamedMembers {
  readonly add: readonly string[];
  readonly remove: readonly string[];
  readonly roles: ReadonlyMap<string, Role>;
}

/** The most users whom one change of members adds, removes, or gives a role. */
export const MOST_MEMBERS = 1_000;
