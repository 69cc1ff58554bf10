import { outcomeOf, parley } from './command.js';
import type { Outcome } from './command-host.js';
import { killedCommand } from './killed-command.js';
import type { KilledAt } from './killed-command.js';
import type { ServiceData } from './service-data.js';

export interface Moved {
  readonly rows: Readonly<Record<string, number>>;
  readonly epoch: string;
}

const wordsOf = (source: ServiceData, url: string): string[] => ['move', '--from', source.env.DATA_DIR!, '--to', url];

/** Moves an embedded database to an empty PostgreSQL. */
export const move = (source: ServiceData, target: ServiceData): Promise<Moved> =>
  parley(source, ...wordsOf(source, target.env.DATABASE_URL!)) as Promise<Moved>;

/** A move that may be refused. */
export const outcomeOfMove = (source: ServiceData, url: string): Promise<Outcome> =>
  outcomeOf(source, ...wordsOf(source, url));

/** The data of a service after the move: it keeps its folder. */
export const movedData = (source: ServiceData, target: ServiceData): ServiceData => ({
  ...source,
  env: { ...source.env, ...target.env, DATA_DIR: source.env.DATA_DIR! },
});

/**
 * Runs a move that is killed at a statement for the target.
 * @returns how the process ended
 */
export const killedMove = (source: ServiceData, target: ServiceData, kill: KilledAt): Promise<unknown> =>
  killedCommand(target.env.DATABASE_URL!, (url) => ({ place: source, words: wordsOf(source, url) }), kill);
