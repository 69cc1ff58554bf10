import type { MessagePart } from '@parley/protocol';

/** The values of a statement that is composed of parts. */
export class StatementValues {
  /** In the order of their numbers. */
  readonly all: unknown[];

  constructor(first: readonly unknown[]) {
    this.all = [...first];
  }

  /** @returns the parameter of this value, such as `$3` */
  add(value: unknown): string {
    return `$${String(this.all.push(value))}`;
  }
}

/** Conditions that every found message meets, besides its words. */
export interface SearchFilters {
  readonly fromUserId: number | undefined;
  /** Milliseconds since 1970: not before this time. */
  readonly since: number | undefined;
  /** Milliseconds since 1970: before this time. */
  readonly until: number | undefined;
  /** The message has all of them. */
  readonly has: ReadonlySet<MessagePart>;
}

/** A part of the words of every text with a link: by it, the index of words finds links too. */
export const PART_OF_LINK = 'http';

/** The planner does not join it, so it is read for single messages only. */
const attached = (condition: string): string =>
  `(SELECT true FROM attachments a WHERE a.room_id = m.room_id AND a.message_id = m.id${condition} LIMIT 1)`;

const HAS: Readonly<Record<MessagePart, string>> = {
  link: "m.content ~* 'https?://'",
  file: attached(''),
  image: attached(" AND a.media_type = 'image'"),
  poll: 'm.has_poll IS TRUE',
  pin: 'm.pinned_seq IS NOT NULL',
};

const time = (milliseconds: string): string => `to_timestamp(${milliseconds}::double precision / 1000)`;

export const MESSAGE_PARTS = Object.keys(HAS) as readonly MessagePart[];

/** The conditions of the filters on a message `m`, in SQL. */
export function conditionsOf({ fromUserId, since, until, has }: SearchFilters, values: StatementValues): string[] {
  return [
    ...(fromUserId === undefined ? [] : [`m.sender_id = ${values.add(fromUserId)}::int`]),
    ...(since === undefined ? [] : [`m.created_at >= ${time(values.add(since))}`]),
    ...(until === undefined ? [] : [`m.created_at < ${time(values.add(until))}`]),
    ...MESSAGE_PARTS.filter((part) => has.has(part)).map((part) => HAS[part]),
  ];
}
