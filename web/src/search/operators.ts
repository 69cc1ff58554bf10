import type { MessagePart } from '@parley/client/conversations';

export const OPERATORS = ['from', 'in', 'before', 'after', 'has'] as const;
export type Operator = (typeof OPERATORS)[number];

export const PARTS: readonly MessagePart[] = ['link', 'file', 'image', 'poll', 'pin'];

/** The value of an operator that means nothing. */
export interface Fault {
  readonly operator: Operator;
  readonly value: string;
}

/** The parts of the text of a search. Of an operator that may have one value only, the last counts. */
export interface SearchText {
  readonly words: string;
  /** The name of a user. */
  readonly from?: string;
  /** The name of a room. */
  readonly in?: string;
  /** The end of the day of `after:`. */
  readonly since?: Date;
  /** The beginning of the day of `before:`. */
  readonly until?: Date;
  readonly has: readonly MessagePart[];
  readonly faults: readonly Fault[];
}

/** A value may be in quotes, of which the last may not be written yet. Other words are searched for. */
const TOKEN = /(?:(from|in|before|after|has):(?:"([^"]*)"?|(\S*)))|\S+/giu;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** @param now the time from which `today` and `yesterday` count, in the time zone of the user */
export function parseSearch(text: string, now: Date): SearchText {
  const words: string[] = [];
  const has = new Set<MessagePart>();
  const faults: Fault[] = [];
  const names: { from?: string; in?: string } = {};
  const times: { since?: Date; until?: Date } = {};
  /** Each returns whether the value means something. */
  const read: Readonly<Record<Operator, (value: string) => boolean>> = {
    from: (value) => {
      names.from = value.replace(/^@/, '');
      return true;
    },
    in: (value) => {
      names.in = value.replace(/^#/, '');
      return true;
    },
    before: (value) => {
      const until = dayOf(value, now);
      if (until) times.until = until;
      return until !== undefined;
    },
    after: (value) => {
      const since = dayOf(value, now, 1);
      if (since) times.since = since;
      return since !== undefined;
    },
    has: (value) => {
      const part = PARTS.find((each) => each === value.toLowerCase());
      if (part) has.add(part);
      return part !== undefined;
    },
  };
  for (const [token, name, quoted, plain] of text.matchAll(TOKEN)) {
    const value = (quoted ?? plain ?? '').trim();
    const operator = name?.toLowerCase() as Operator | undefined;
    if (!operator) words.push(token);
    else if (value !== '' && !read[operator](value)) faults.push({ operator, value });
  }
  return { words: words.join(' '), ...names, ...times, has: [...has], faults };
}

/** The beginning of a day in the time zone of the user, or of a day `later`. Undefined: the text is no day. */
function dayOf(value: string, now: Date, later = 0): Date | undefined {
  const ago = ['today', 'yesterday'].indexOf(value.toLowerCase());
  const day = ago < 0 ? dateOf(value) : new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago);
  day?.setDate(day.getDate() + later);
  return day;
}

/** A day as of ISO 8601 that exists. */
function dateOf(value: string): Date | undefined {
  const day = new Date(`${value}T00:00`);
  return DATE.test(value) && day.getDate() === Number(value.slice(-2)) ? day : undefined;
}
