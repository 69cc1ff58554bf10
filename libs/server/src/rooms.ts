import { answered } from './requests.js';
import type { Acting, Requests } from './requests.js';
import type {
  ChangedMembership,
  MemberChanges,
  MemberPage,
  NewRoom,
  ProductRoom,
  Room,
  RoomChanges,
  RoomListEntry,
  RoomState,
} from './wire.js';

interface Page {
  readonly limit?: number;
  readonly cursor?: string;
  readonly user?: Acting;
}

/** Rooms of the product, by its own ids, and rooms in the name of a user. */
export class Rooms {
  constructor(private readonly requests: Requests) {}

  /** Makes the room with this id of the product, or brings it to this state. The same twice is the same. */
  put(externalId: string, state: RoomState): Promise<ProductRoom> {
    const params = { path: { external_id: externalId } };
    return answered(this.requests.safe.PUT('/api/rooms/external/{external_id}/', { params, body: state }));
  }

  /** Changes members by their external ids. It is repeated after a lost answer: the state is the same. */
  changeMembers(externalId: string, changes: MemberChanges): Promise<ChangedMembership> {
    const params = { path: { external_id: externalId } };
    return answered(this.requests.safe.POST('/api/rooms/external/{external_id}/members/', { params, body: changes }));
  }

  /** It is not repeated after a lost answer: use `put` for a room that the product knows. */
  async create(room: NewRoom, { user }: { user?: Acting } = {}): Promise<Room> {
    const params = { header: this.requests.acting(user) };
    return (await answered(this.requests.once.POST('/api/rooms/', { params, body: room }))).data as Room;
  }

  async get(roomId: string, { user }: { user?: Acting } = {}): Promise<Room> {
    const params = { path: { room_id: roomId }, header: this.requests.acting(user) };
    return (await answered(this.requests.safe.GET('/api/rooms/{room_id}/', { params }))).data;
  }

  /** A page, and the cursor of the next one; null after the last. */
  async list({ user, ...query }: Page = {}): Promise<{ rooms: readonly RoomListEntry[]; nextCursor: string | null }> {
    const params = { query, header: this.requests.acting(user) };
    const { data, meta } = await answered(this.requests.safe.GET('/api/rooms/', { params }));
    return { rooms: data, nextCursor: (meta as { next_cursor: string | null }).next_cursor };
  }

  async update(roomId: string, changes: RoomChanges, { user }: { user?: Acting } = {}): Promise<void> {
    const params = { path: { room_id: roomId }, header: this.requests.acting(user) };
    await answered(this.requests.once.PATCH('/api/rooms/{room_id}/', { params, body: changes }));
  }

  /** It is not repeated after a lost answer: a second time would be refused. */
  async delete(roomId: string, { user }: { user?: Acting } = {}): Promise<void> {
    const params = { path: { room_id: roomId }, header: this.requests.acting(user) };
    await answered(this.requests.once.DELETE('/api/rooms/{room_id}/', { params }));
  }

  async members(roomId: string, { user, ...query }: Page = {}): Promise<MemberPage> {
    const params = { path: { room_id: roomId }, query, header: this.requests.acting(user) };
    return (await answered(this.requests.safe.GET('/api/rooms/{room_id}/members/', { params }))).data as MemberPage;
  }

  /** By the ids of the service. */
  async addMembers(roomId: string, members: number[], { user }: { user?: Acting } = {}): Promise<void> {
    const params = { path: { room_id: roomId }, header: this.requests.acting(user) };
    await answered(this.requests.once.POST('/api/rooms/{room_id}/members/', { params, body: { members } }));
  }

  async removeMember(roomId: string, userId: number, { user }: { user?: Acting } = {}): Promise<void> {
    const params = { path: { room_id: roomId, user_id: userId }, header: this.requests.acting(user) };
    await answered(this.requests.once.DELETE('/api/rooms/{room_id}/members/{user_id}/', { params }));
  }
}
