import { areNone, NO_NUMBERS } from './log-numbers.js';
import type { LogNumbers } from './log-numbers.js';
import type { SeenState } from './database-state.js';

export interface KeptState extends SeenState {
  /** Of the epoch. */
  readonly numbers: LogNumbers;
}

/** Keeps outside of the database what was last seen of it, so that a start finds that the database went back. */
export interface Witness {
  /** @returns undefined if nothing is kept, or it cannot be read */
  read(): Promise<KeptState | undefined>;
  /**
   * @param fresh numbers since the last time, which are added to those of the epoch that are kept
   * @throws Error if it cannot be kept
   */
  write(seen: SeenState, fresh: LogNumbers): Promise<void>;
}

export function keptFrom(text: string): KeptState | undefined {
  const kept = parsed(text);
  if (!kept) return undefined;
  const { epoch, origin, position } = kept;
  if (typeof epoch !== 'string' || typeof origin !== 'string' || typeof position !== 'number') return undefined;
  return { epochId: epoch, origin, position, numbers: numbersIn(kept) };
}

export const textOf = ({ epochId, origin, position }: SeenState, numbers: LogNumbers): string =>
  JSON.stringify({ epoch: epochId, origin, position, ...(!areNone(numbers) && lists(numbers)) });

/** Numbers of an epoch alone. */
export const numbersText = (epochId: string, numbers: LogNumbers): string =>
  JSON.stringify({ epoch: epochId, ...lists(numbers) });

/** The inverse of {@link numbersText}. @returns none for another epoch */
export function numbersOf(epochId: string, text: string): LogNumbers {
  const kept = parsed(text);
  return kept?.epoch === epochId ? numbersIn(kept) : NO_NUMBERS;
}

const lists = ({ rooms, users }: LogNumbers): object => ({ rooms: [...rooms], users: [...users] });

const numbersIn = ({ rooms, users }: Readonly<Record<string, unknown>>): LogNumbers => ({
  rooms: new Map(pairs<string>(rooms, 'string')),
  users: new Map(pairs<number>(users, 'number')),
});

function pairs<Id>(list: unknown, type: 'string' | 'number'): [Id, number][] {
  if (!Array.isArray(list)) return [];
  return list.filter(
    (pair): pair is [Id, number] => Array.isArray(pair) && typeof pair[0] === type && Number.isSafeInteger(pair[1]),
  );
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
