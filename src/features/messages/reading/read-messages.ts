import type { User } from '@parley/protocol';

import type { QuerySource } from '../../../platform/database/query.js';
import type { StoredMessage } from '../message.view.js';
import { pollsOf, storedPoll, votersIn } from '../polls/poll.rows.js';
import { originalsOf } from './forwarded-originals.js';
import type { Original } from './forwarded-originals.js';
import { isReadable, MessageBuilder, rowsOf, usersOf } from './message.rows.js';
import type { MessageRow, Reader } from './message.rows.js';
import type { NamingRow } from './measured-messages.js';

/** The existing messages that rows name and that the reader may read, in the order of the rows. */
export async function readMessages(
  source: QuerySource,
  named: readonly NamingRow[],
  reader?: Reader,
): Promise<StoredMessage[]> {
  const { messageOf } = await shown(source, reader, { named });
  return named.flatMap(({ message_id }) => messageOf(message_id) ?? []);
}

/** The messages and users to read. Parents and originals that are not given are found by the rows of the messages. */
interface Wanted {
  readonly named: readonly NamingRow[];
  readonly parents?: readonly NamingRow[];
  readonly originals?: ReadonlyMap<string, Original>;
  readonly people?: readonly (number | null)[];
}

/** Messages with their parents, forwarded messages and users. */
interface Shown {
  /** Null for a message that does not exist, or that the reader may not read. */
  readonly messageOf: (id: string | null) => StoredMessage | null;
  readonly userOf: (id: number | null) => User | null;
}

export async function shown(source: QuerySource, reader: Reader | undefined, wanted: Wanted): Promise<Shown> {
  const { named, parents = [], people = [] } = wanted;
  const first = await rowsOf(source, [...named, ...parents], reader);
  const asked = new Set(named.map(({ message_id }) => message_id));
  const own = first.filter((row) => asked.has(row.id) && isReadable(row, reader));
  const originals = wanted.originals ?? (await originalsOf(source, own));
  const rows = [...first, ...(await rowsOf(source, missingOf(first, own, originals), undefined))];
  const polls = await pollsOf(source, own, reader?.userId);
  const users = await usersOf(source, rows, [...people, ...votersIn(polls)]);
  const readable = new Set(own.map(({ id }) => id));
  const stored = polls.map((poll) => [poll.message_id, storedPoll(poll, users, reader?.userId)] as const);
  const builder = new MessageBuilder(rows, users, new Map(stored));
  return {
    messageOf: (id) => (id !== null && readable.has(id) ? builder.message(id) : null),
    userOf: (id) => (id === null ? undefined : users.get(id)) ?? null,
  };
}

/** The parents and forwarded messages of own messages that are not among those that have been read. */
function missingOf(
  first: readonly MessageRow[],
  own: readonly MessageRow[],
  originals: ReadonlyMap<string, Original>,
): NamingRow[] {
  const present = new Set(first.map(({ id }) => id));
  const related = own.flatMap(({ room_id, parent_id, forwarded_from_id }): NamingRow[] => [
    ...(parent_id === null ? [] : [{ room_id, message_id: parent_id }]),
    ...originalIn(originals, forwarded_from_id),
  ]);
  return related.filter(({ message_id }) => !present.has(message_id));
}

/** The original of a message, if it forwards one that exists. */
export function originalIn(originals: ReadonlyMap<string, Original>, id: string | null): Original[] {
  const original = id === null ? undefined : originals.get(id);
  return original ? [original] : [];
}
