export type { Actor } from './actor.js';
export { ClientEvent, Deferred } from './client-event.js';
export type {
  Answer,
  Asker,
  ClientEventContract,
  EventContext,
  EventHandler,
  Outcome,
  RequestClass,
} from './client-event.js';
export { EventRegistry } from './event-registry.js';
export type { RegisteredEvent } from './event-registry.js';
export { hasLength, Id, JsonObject, Text, UserIds, WebUrl } from './fields.js';
export { Greeter, GroupsOf, SessionLog } from './seams.js';
export type { SessionOpening, Welcome } from './seams.js';
export { StrictObject } from './strict-object.js';
export { validated } from './validated.js';
