import { randomInt } from 'node:crypto';

import { invalid } from '@parley/protocol';

/** The options as text. */
export interface Flags {
  readonly url?: string;
  readonly users?: string;
  readonly minutes?: string;
  readonly accounts?: string;
  readonly tokens?: string;
  readonly rate?: string;
  readonly chaos?: string;
  readonly chaosEvery?: string;
  readonly seed?: string;
  readonly permitAnnouncedLosses?: boolean;
}

/** The parsed options. */
export interface VerifySettings {
  readonly addresses: readonly string[];
  /** The maximum number of given users; undefined: all. */
  readonly users: number | undefined;
  readonly seconds: number;
  /** Messages a second; undefined: in proportion to the users. */
  readonly rate: number | undefined;
  readonly seed: number;
  readonly chaosEverySeconds: number;
}

const SCHEMES: Readonly<Record<string, string>> = { 'ws:': 'ws:', 'wss:': 'wss:', 'http:': 'ws:', 'https:': 'wss:' };
const SOCKET_PATH = '/messaging/';
const MOST_USERS = 10_000;
const LARGEST_SEED = 2 ** 32 - 1;

/** @throws Refusal 4003 with all errors */
export function settingsOf(flags: Flags): VerifySettings {
  const faults: Record<string, string[]> = {};
  const tried = <Result>(flag: string, read: () => Result): Result | undefined => {
    try {
      return read();
    } catch (error) {
      faults[`--${flag}`] = [(error as Error).message];
      return undefined;
    }
  };
  if (flags.accounts !== undefined && flags.tokens !== undefined)
    faults['--tokens'] = ['Give --accounts or --tokens, not both.'];
  if (flags.chaosEvery !== undefined && flags.chaos === undefined) faults['--chaos-every'] = ['Requires --chaos.'];
  const addresses = tried('url', () => addressesOf(flags.url));
  const users = tried('users', () => wholeNumber(flags.users, 2, MOST_USERS));
  const minutes = tried('minutes', () => positive(flags.minutes));
  const rate = tried('rate', () => positive(flags.rate));
  const every = tried('chaos-every', () => positive(flags.chaosEvery));
  const seed = tried('seed', () => wholeNumber(flags.seed, 0, LARGEST_SEED));
  if (!addresses || Object.keys(faults).length > 0) throw invalid(faults);
  return {
    addresses,
    users,
    seconds: 60 * (minutes ?? 1),
    rate,
    seed: seed ?? randomInt(LARGEST_SEED),
    chaosEverySeconds: every ?? 10,
  };
}

/** The HTTP origin of the same host, for tokens. */
export function originOf(address: string): string {
  const { host, protocol } = new URL(address);
  return `${protocol === 'wss:' ? 'https' : 'http'}://${host}`;
}

function addressesOf(text: string | undefined): string[] {
  if (text === undefined) throw new Error('Required, as in ws://127.0.0.1:3000.');
  return text.split(',').map((each) => addressOf(each.trim()));
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const scheme = url && SCHEMES[url.protocol];
  if (!url || scheme === undefined) throw new Error(`Not an address (ws, wss, http or https): ${text}`);
  if (url.search !== '' || url.hash !== '' || url.username !== '')
    throw new Error('Must only have a host, a port and a path.');
  return `${scheme}//${url.host}${url.pathname === '/' ? SOCKET_PATH : url.pathname}`;
}

function wholeNumber(text: string | undefined, least: number, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new Error(`Must be a whole number from ${String(least)} to ${String(most)}.`);
}

function positive(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number > 0) return number;
  throw new Error('Must be a number above 0.');
}
