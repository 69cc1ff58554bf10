import { randomUUID } from 'node:crypto';

import type { ServerEventName, ServerEvents, ServerFrame } from '@parley/protocol';

import { roomGroup, userGroup } from './group.js';
import type { Group } from './group.js';
import { pathReplacer } from './service-paths.js';

/** A part of a JSON text that one group may read: for its members it replaces the `null` at this offset. */
export interface RestrictedText {
  readonly at: number;
  readonly group: Group;
  /** Further groups that may read it. A node of an earlier release shows it to the first group alone. */
  readonly alsoFor?: readonly Group[];
  readonly text: string;
}

/** Marks a restricted part during serialisation. It never leaves this process. */
const MARK = randomUUID();
const NULL = 'null';

/** An object may end with these, before its brace: they stand where a restricted field is inserted. */
const NO_FIELD = ' '.repeat(NULL.length);
/** The key of the last field, and the comma before it. */
const LAST_KEY = /,"[^"]*":$/;

type Collected = RestrictedPart<unknown> | RestrictedField<unknown> | SerialisedPart;

let collected: Collected[] | undefined;

/**
 * A part of a frame that only the members of one group may read. `JSON.stringify` makes null of it: a restricted part
 * cannot leak through a serialiser that does not know it.
 */
export class RestrictedPart<Part> {
  constructor(
    readonly group: Group,
    readonly value: Part,
  ) {}

  toJSON(): string | null {
    return collected ? (collected.push(this), MARK) : null;
  }
}

/**
 * The value of a field that only the members of some groups receive: for others the object does not have the field. It
 * is not the first field of its object. `JSON.stringify` leaves it out.
 */
export class RestrictedField<Value> {
  constructor(
    readonly group: Group,
    readonly value: Value,
    readonly alsoFor: readonly Group[] = [],
  ) {}

  toJSON(): string | undefined {
    return collected ? (collected.push(this), MARK) : undefined;
  }
}

/**
 * A part of a frame that is serialised and encoded once for the frames of many receivers. Its value may have restricted
 * parts.
 */
export class SerialisedPart {
  /** The length of the JSON in bytes, with all restricted parts. */
  readonly bytes: number;
  private encoded: Buffer | undefined;

  constructor(
    readonly text: string,
    readonly parts: readonly RestrictedText[],
  ) {
    this.bytes = parts.reduce((sum, part) => sum + Buffer.byteLength(part.text), Buffer.byteLength(text));
  }

  /** @param value an object or array, which may contain serialised and restricted parts */
  static of(value: object): SerialisedPart {
    const { text, parts } = serialise(value);
    return new SerialisedPart(text, parts);
  }

  /** The text in UTF-8. */
  get utf8(): Buffer {
    return (this.encoded ??= Buffer.from(this.text));
  }

  toJSON(): unknown {
    return collected ? (collected.push(this), MARK) : JSON.parse(this.text);
  }
}

/** A JSON value in which any object may be restricted; other readers get null in its place, or no optional field. */
export type Restrictable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Restrictable<Value[Key]> | RestrictedOf<Value[Key]> }
  : Value;

/** A value that is never null cannot be restricted. */
type RestrictedOf<Value> =
  | (null extends Value ? RestrictedPart<Restrictable<NonNullable<Value>>> : never)
  | (undefined extends Value ? RestrictedField<NonNullable<Value>> : never);

/** A server event before delivery, with the parts that only some of its receivers may read. */
export type OutgoingEvent<Name extends ServerEventName = ServerEventName> = {
  [Each in Name]: ServerFrame<Restrictable<ServerEvents[Each]>> & { readonly eventType: Each };
}[Name];

/** A part of a frame that the members of the room read as it is, and all others as null. */
export const restrictedToRoom = <Part>(roomId: string, part: Part): RestrictedPart<Part> =>
  new RestrictedPart(roomGroup(roomId), part);

/** A field of a frame that only the connections of a user receive. */
export const restrictedToUser = <Value>(userId: number, value: Value): RestrictedField<Value> =>
  new RestrictedField(userGroup(userId), value);

/** {@link restrictedToUser} for several users. None of them: nobody receives it. */
export const restrictedToUsers = <Value>(
  [first, ...others]: readonly number[],
  value: Value,
): RestrictedField<Value> | undefined =>
  first === undefined ? undefined : new RestrictedField(userGroup(first), value, others.map(userGroup));

/**
 * The value as a reader sees it who is in no group: each restricted part is null, and each
 * restricted field is missing. Objects without one are not copied.
 */
export function publicView<Value>(value: Restrictable<Value>): Value {
  return withoutParts(value) as Value;
}

function withoutParts(value: unknown): unknown {
  if (value instanceof RestrictedPart) return null;
  if (typeof value !== 'object' || value === null) return value;
  const all = Object.entries(value);
  const entries = all.filter(([, each]) => !(each instanceof RestrictedField));
  const seen = entries.map(([key, each]): [string, unknown] => [key, withoutParts(each)]);
  if (entries.length === all.length && seen.every(([, each], at) => each === entries[at]?.[1])) return value;
  return Array.isArray(value) ? seen.map(([, each]) => each) : Object.fromEntries(seen);
}

/** Whether a member of these groups may read the part. */
export const isReadableBy = (groups: ReadonlySet<Group>, { group, alsoFor }: RestrictedText): boolean =>
  groups.has(group) || alsoFor?.some((other) => groups.has(other)) === true;

/** JSON that every receiver may read, and the parts that only some may read. */
export interface SerialisedJson {
  readonly text: string;
  readonly parts: readonly RestrictedText[];
  /** The text in pieces, of which some are encoded already. */
  readonly pieces: readonly (string | SerialisedPart)[];
}

export function serialise(value: object): SerialisedJson {
  const found: Collected[] = [];
  collected = found;
  let between: string[];
  try {
    between = JSON.stringify(value, pathReplacer()).split(`"${MARK}"`);
  } finally {
    collected = undefined;
  }
  const parts: RestrictedText[] = [];
  const pieces: (string | SerialisedPart)[] = [];
  let text = between[0] ?? '';
  let piece = text;
  for (const [index, part] of found.entries()) {
    const at = text.length;
    const next = between[index + 1] ?? '';
    if (part instanceof SerialisedPart) {
      parts.push(...part.parts.map((each) => ({ ...each, at: at + each.at })));
      pieces.push(piece, part);
      text += part.text + next;
      piece = next;
    } else if (part instanceof RestrictedField) {
      const [key = ''] = LAST_KEY.exec(piece) ?? [];
      const { group, alsoFor } = part;
      const shown = key + JSON.stringify(part.value, pathReplacer());
      parts.push({ at: at - key.length, group, ...(alsoFor.length > 0 && { alsoFor }), text: shown });
      text = text.slice(0, at - key.length) + NO_FIELD + next;
      piece = piece.slice(0, piece.length - key.length) + NO_FIELD + next;
    } else {
      parts.push({ at, group: part.group, text: JSON.stringify(part.value, pathReplacer()) });
      text += NULL + next;
      piece += NULL + next;
    }
  }
  return { text, parts, pieces: [...pieces, piece] };
}

/** The text with these of its restricted parts in place. */
export function withParts(text: string, parts: readonly RestrictedText[]): string {
  let from = 0;
  let whole = '';
  for (const part of parts) {
    whole += text.slice(from, part.at) + part.text;
    from = part.at + NULL.length;
  }
  return whole + text.slice(from);
}
