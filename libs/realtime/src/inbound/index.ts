export type { Actor } from './actor.js';
export { ClientEvent, Deferred, Pages } from './client-event.js';
export type {
  Answer,
  Asker,
  Caller,
  ClientEventContract,
  EventContext,
  EventHandler,
  Outcome,
  RequestClass,
  Variants,
} from './client-event.js';
export { EventRegistry } from './event-registry.js';
export type { RegisteredEvent } from './event-registry.js';
export {
  AnyText,
  Choice,
  hasLength,
  Id,
  IdOrIds,
  idsOf,
  JsonObject,
  NumbersById,
  Omissible,
  Optional,
  Switch,
  Text,
  Texts,
  UserId,
  UserIds,
  WebUrl,
  Whole,
} from './fields.js';
export { Fault, faultTold } from './fault.js';
export { jsonSchemaOf, jsonSchemasOf } from './json-schema.js';
export type { ObjectSchema } from './json-schema.js';
export { Greeter, GroupsOf, SessionLog, ThisNode } from './seams.js';
export type { Included, SessionEnd, SessionOpening, Welcome } from './seams.js';
export { described } from './schema.js';
export { StrictObject, StrictObjects } from './strict-object.js';
export { unfitIn } from './unfit.js';
export { validated } from './validated.js';
