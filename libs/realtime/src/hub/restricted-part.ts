import { randomUUID } from 'node:crypto';

import type { ServerEventName, ServerEvents, ServerFrame } from '@parley/protocol';

import { roomGroup } from './group.js';
import type { Group } from './group.js';

/** A part of a JSON text that one group may read: for its members it replaces the `null` at this offset. */
export interface RestrictedText {
  readonly at: number;
  readonly group: Group;
  readonly text: string;
}

/** Marks a restricted part during serialisation. It never leaves this process. */
const MARK = randomUUID();
const NULL = 'null';

let collected: RestrictedPart<unknown>[] | undefined;

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

/** A JSON value in which any object may be restricted; other readers get null in its place. */
export type Restrictable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Restrictable<Value[Key]> | RestrictedOf<Value[Key]> }
  : Value;

/** A value that is never null cannot be restricted. */
type RestrictedOf<Value> = null extends Value ? RestrictedPart<Restrictable<NonNullable<Value>>> : never;

/** A server event before delivery, with the parts that only some of its receivers may read. */
export type OutgoingEvent<Name extends ServerEventName = ServerEventName> = {
  [Each in Name]: ServerFrame<Restrictable<ServerEvents[Each]>> & { readonly eventType: Each };
}[Name];

/** A part of a frame that the members of the room read as it is, and all others as null. */
export const restrictedToRoom = <Part>(roomId: string, part: Part): RestrictedPart<Part> =>
  new RestrictedPart(roomGroup(roomId), part);

/**
 * The value as a reader sees it who is in no group: each restricted part is null. Objects without one are not copied.
 */
export function publicView<Value>(value: Restrictable<Value>): Value {
  return withoutParts(value) as Value;
}

function withoutParts(value: unknown): unknown {
  if (value instanceof RestrictedPart) return null;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const seen = entries.map(([key, each]): [string, unknown] => [key, withoutParts(each)]);
  if (seen.every(([, each], at) => each === entries[at]?.[1])) return value;
  return Array.isArray(value) ? seen.map(([, each]) => each) : Object.fromEntries(seen);
}

/** @returns the JSON that every receiver may read, and the parts that only some may read */
export function serialise(value: object): { text: string; parts: readonly RestrictedText[] } {
  const found: RestrictedPart<unknown>[] = [];
  collected = found;
  let pieces: string[];
  try {
    pieces = JSON.stringify(value).split(`"${MARK}"`);
  } finally {
    collected = undefined;
  }
  let at = -NULL.length;
  const parts = found.map((part, index): RestrictedText => {
    at += NULL.length + (pieces[index]?.length ?? 0);
    return { at, group: part.group, text: JSON.stringify(part.value) };
  });
  return { text: pieces.join(NULL), parts };
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
