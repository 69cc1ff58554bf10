import { pipeline, Readable } from 'node:stream';

import { invalid } from '@parley/protocol';
import type { CsvError } from 'csv-parse';
import { usernameKey } from '@parley/protocol/text';

import type { NewUser } from './new-user.js';
import type { LoadedRules } from './new-user-rules.js';

const COLUMNS = ['username', 'password', 'email', 'first_name', 'last_name'] as const;

type Column = (typeof COLUMNS)[number];

/** One record of the file: a user, or the fault of its syntax. */
export type CsvRecord = { readonly line: number } & ({ readonly user: NewUser } | { readonly fault: string });

interface CsvLine {
  readonly line: number;
  /** Undefined from the first unmatched quote on: the records after it cannot be separated. */
  readonly fields: string[] | undefined;
}

/**
 * Reads users from CSV text in UTF-8: a header that names the columns in any order, then one record for each user.
 * An empty field counts as missing.
 * @throws Refusal 4003 if the header is invalid or the file is not UTF-8
 */
export async function* usersFromCsv(file: AsyncIterable<Buffer>): AsyncGenerator<CsvRecord> {
  let columns: readonly Column[] | undefined;
  for await (const { line, fields } of linesOf(file)) {
    if (!columns) columns = columnsOf(fields);
    else if (!fields) yield { line, fault: 'from here on, quotes do not match.' };
    else if (fields.length !== columns.length) yield { line, fault: columnCount(columns.length, fields.length) };
    else yield { line, user: userOf(columns, fields) };
  }
  if (!columns) throw invalid('The file is empty: its first line must name the columns.');
}

async function* linesOf(file: AsyncIterable<Buffer>): AsyncGenerator<CsvLine> {
  let brokenAt = Infinity;
  // A thrown error would discard the records before it.
  const noteBroken = (error: CsvError | undefined): undefined => {
    brokenAt = Math.min(brokenAt, Number(error?.lines));
  };
  const options = { info: true, relax_column_count: true, skip_empty_lines: true, skip_records_with_error: true };
  // Loaded with the first file.
  const { parse } = await import('csv-parse');
  const parser = parse({ ...options, on_skip: noteBroken });
  // A read error of the file ends the parser, and so the loop below.
  pipeline(Readable.from(decoded(file)), parser, () => undefined);
  let line = 0;
  for await (const { info, record } of parser as AsyncIterable<{ info: { lines: number }; record: string[] }>) {
    if (info.lines >= brokenAt) break;
    line = info.lines;
    yield { line, fields: record };
  }
  if (brokenAt < Infinity) yield { line: line + 1, fields: undefined };
}

async function* decoded(file: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw invalid('The file is not text in UTF-8.');
    }
  };
  for await (const bytes of file) yield decode(bytes);
  yield decode();
}

function columnsOf(header: readonly string[] | undefined): readonly Column[] {
  if (!header) throw invalid('The quotes of the header do not match.');
  const named = header.map((name) => name.trim());
  const unknown = named.filter((name) => !isColumn(name));
  if (unknown.length > 0) {
    throw invalid(`The header names ${unknown.map(quoted).join(', ')}; known columns are ${COLUMNS.join(', ')}.`);
  }
  if (new Set(named).size < named.length) throw invalid('The header names a column twice.');
  if (!named.includes('username')) throw invalid('The header names no column username.');
  return named.filter(isColumn);
}

function userOf(columns: readonly Column[], fields: readonly string[]): NewUser {
  const field = (name: Column): string | undefined => {
    const value = fields[columns.indexOf(name)];
    return value === '' ? undefined : value;
  };
  return {
    username: field('username') ?? '',
    password: field('password'),
    email: field('email'),
    firstName: field('first_name'),
    lastName: field('last_name'),
  };
}

const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name);
const quoted = (name: string): string => `"${name}"`;
const columnCount = (wanted: number, found: number): string =>
  `${String(found)} fields where the header has ${String(wanted)}.`;

export interface ListedUser {
  readonly line: number;
  readonly key: string;
  readonly skeleton: string | null;
  readonly user: NewUser;
}

/** The users of one file, with all their faults. */
export class UserList {
  private readonly listed = new Map<string, ListedUser>();
  private readonly bySkeleton = new Map<string, ListedUser>();
  private readonly faults: { readonly line: number; readonly reason: string }[] = [];

  constructor(private readonly rules: LoadedRules) {}

  add(record: CsvRecord): void {
    const { line } = record;
    const reasons = 'fault' in record ? [record.fault] : this.reasonsAgainst(record.user);
    for (const reason of reasons) this.faults.push({ line, reason });
    if ('fault' in record || reasons.length > 0) return;
    const { user } = record;
    const [key, skeleton] = [usernameKey(user.username), this.rules.skeletonOf(user.username)];
    const listed = { line, key, skeleton, user };
    this.listed.set(key, listed);
    if (skeleton !== null) this.bySkeleton.set(skeleton, listed);
  }

  keys(): string[] {
    return [...this.listed.keys()];
  }

  skeletons(): string[] {
    return [...this.bySkeleton.keys()];
  }

  /** @param taken keys of usernames that exist already @param lookAlikes existing usernames by their skeletons */
  refuse(taken: ReadonlySet<string>, lookAlikes: ReadonlyMap<string, string>): void {
    for (const { line, key, skeleton, user } of this.listed.values()) {
      const twin = skeleton === null ? undefined : lookAlikes.get(skeleton);
      if (taken.has(key)) this.faults.push({ line, reason: `username: ${user.username} is taken.` });
      else if (twin !== undefined) this.faults.push({ line, reason: `username: ${user.username} looks like ${twin}.` });
    }
  }

  /**
   * The users in the order of the file.
   * @throws Refusal 4003 that lists every faulty line with its reasons
   */
  faultless(): ListedUser[] {
    if (this.faults.length === 0) return [...this.listed.values()];
    const byLine = this.faults.toSorted((one, other) => one.line - other.line);
    const reasons = byLine.map(({ line, reason }) => `  line ${String(line)}: ${reason}`);
    throw invalid(['Nothing was imported, because of these lines:', ...reasons].join('\n'));
  }

  private reasonsAgainst(user: NewUser): string[] {
    const twin = this.listed.get(usernameKey(user.username));
    const confusable = this.bySkeleton.get(this.rules.skeletonOf(user.username) ?? '');
    const faults = Object.entries(this.rules.faultsOf(user)).map(
      ([field, reasons]) => `${field}: ${reasons.join(' ')}`,
    );
    if (twin) faults.push(`username: ${user.username} is on line ${String(twin.line)} too.`);
    else if (confusable) {
      faults.push(
        `username: ${user.username} looks like ${confusable.user.username} on line ${String(confusable.line)}.`,
      );
    }
    return faults;
  }
}
