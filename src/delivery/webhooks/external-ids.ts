interface NamedUser {
  readonly id: number;
  readonly username: string;
}

interface NamedRoom {
  readonly id: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether an object of an event is a user: no other object has a number as its id, and a username. */
const isUser = (value: object): value is NamedUser =>
  'id' in value && typeof value.id === 'number' && 'username' in value && typeof value.username === 'string';

/** Whether an object of an event is a room, or the `room` of a message: no other object has a number of members. */
const isRoom = (value: object, field: string): value is NamedRoom =>
  'id' in value &&
  typeof value.id === 'string' &&
  (field === 'room' || ('member_count' in value && typeof value.member_count === 'number'));

/** Fields with JSON of users and products, which is delivered as it is. */
const FREE_FIELDS: ReadonlySet<string> = new Set(['custom', 'metadata', 'preferences']);

/** The ids of users and rooms in the data of an event, at any depth. */
export interface IdsIn {
  readonly users: readonly number[];
  readonly rooms: readonly string[];
}

export function idsIn(data: unknown): IdsIn {
  const [users, rooms]: [number[], string[]] = [[], []];
  const visit = (value: unknown, field: string): void => {
    if (!isObject(value) || FREE_FIELDS.has(field)) return;
    if (isUser(value)) users.push(value.id);
    else if (isRoom(value, field)) rooms.push(value.id);
    for (const [name, inner] of Object.entries(value)) visit(inner, name);
  };
  visit(data, '');
  return { users, rooms };
}

/** The ids in the product, by the ids of the users and rooms that have one. */
export interface ExternalIds {
  readonly users: ReadonlyMap<number, string>;
  readonly rooms: ReadonlyMap<string, string>;
}

/** The data of an event, whose users and rooms have their external ids. @param field of which it is the value, if any */
export function withExternalIds(data: unknown, ids: ExternalIds, field = ''): unknown {
  if (Array.isArray(data)) return data.map((item: unknown) => withExternalIds(item, ids));
  if (!isObject(data) || FREE_FIELDS.has(field)) return data;
  const copy = Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, withExternalIds(value, ids, name)]),
  );
  const externalId = isUser(data) ? ids.users.get(data.id) : isRoom(data, field) ? ids.rooms.get(data.id) : undefined;
  return externalId === undefined ? copy : { ...copy, external_id: externalId };
}
