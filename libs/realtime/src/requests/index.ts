export type { Actor, ActorClient } from './client-event.js';
export { ClientEvent, PipelinedReply, StreamedReply } from './client-event.js';
export type {
  Answer,
  ClientEventContract,
  EventContext,
  EventHandler,
  HttpReceiver,
  Outcome,
  RequestClass,
  RequestOrigin,
  Variants,
} from './client-event.js';
export { EventRegistry } from './event-registry.js';
export type { RegisteredEvent } from './event-registry.js';
export { mayLoseDigits, parseExactly } from './exact-json.js';
export {
  Bool,
  Choice,
  Choices,
  hasLength,
  Id,
  Ids,
  IdOrIds,
  idsOf,
  Integer,
  JsonObject,
  Matching,
  Moment,
  Name,
  NumbersById,
  Optional,
  Positions,
  RequiredWithout,
  Text,
  Texts,
  UserId,
  UserIds,
  WebUrl,
} from './fields.js';
export { ConnectionGroups, InitialSnapshots, NODE_ID, SessionRegistry } from './gateway-dependencies.js';
export type { InitialSnapshot, OpenedSession, SessionEnd, SnapshotDeduplicator } from './gateway-dependencies.js';
export { describeFault, InternalFault } from './internal-fault.js';
export { describedField, jsonSchemaOf, jsonSchemasOf } from './json-schema.js';
export type { ObjectSchema } from './json-schema.js';
export { haveSameLimit, isWithin, requireOpen, requireWithin } from './room-limit.js';
export type { LimitedToRooms, RoomLimit } from './room-limit.js';
export { checkKnownKeys, checkKnownPaths, requireKnown, StrictObject, StrictObjects } from './strict-object.js';
export { malformedFields, validated } from './validated.js';
