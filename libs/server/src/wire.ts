/** The objects of the HTTP API, by the names that applications use. */
import type { components, operations } from './openapi.js';

type Schemas = components['schemas'];

export type ProductUser = Schemas['ProductUser'];
export type ProductUserOutcome = Schemas['ProductUserOutcome'];
export type ErasedProductUser = Schemas['ErasedProductUser'];
export type ProductRoom = Schemas['ProductRoom'];
export type ChangedMembership = Schemas['ChangedMembership'];
export type BackendToken = Schemas['BackendToken'];
export type Profile = Schemas['Profile'];
export type Room = Schemas['Room'];
export type RoomListEntry = Schemas['RoomListEntry'];
export type MemberPage = Schemas['MemberPage'];
export type Message = Schemas['Message'];
export type MessagePage = Schemas['MessagePage'];
export type HeldMessage = Schemas['HeldMessage'];

type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** The fields of a user of the product. Those that are absent stay, and null clears one. */
export type ProductUserFields = BodyOf<'put-api-users-external-external_id'>;
/** A user of a batch, with its `external_id`. */
export type BatchedUser = BodyOf<'post-api-users-external'>['users'][number];
/** `expires_in` in whole seconds; `device`: what the user sees among the log-ins; `user`: made if there is none. */
export type TokenOptions = BodyOf<'post-api-users-external-external_id-tokens'>;
/** What a room is to be, with external ids of users. Fields that are absent stay, and null clears one. */
export type RoomState = BodyOf<'put-api-rooms-external-external_id'>;
/** External ids of at most 1,000 users: all of the changes are made, or none. */
export type MemberChanges = BodyOf<'post-api-rooms-external-external_id-members'>;
export type NewRoom = BodyOf<'post-api-rooms'>;
export type RoomChanges = BodyOf<'patch-api-rooms-room_id'>;
export type NewMessage = Omit<BodyOf<'post-api-rooms-room_id-messages'>, 'content'>;
export type MessageRange = QueryOf<'get-api-rooms-room_id-messages'>;
export type MessageFilter = QueryOf<'get-api-messages-search'>;
export type FoundMessages = Schemas['messagesearch.dispatch']['data'];
