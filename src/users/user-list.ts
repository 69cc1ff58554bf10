import { invalid } from '@parley/protocol';

import { faultsOf } from './new-user.js';
import type { NewUser } from './new-user.js';
import { usernameKey } from './username.js';
import type { CsvRecord } from './users-csv.js';

export interface ListedUser {
  readonly line: number;
  readonly key: string;
  readonly user: NewUser;
}

/** The users of one file, with all their faults. */
export class UserList {
  private readonly listed = new Map<string, ListedUser>();
  private readonly faults: { readonly line: number; readonly reason: string }[] = [];

  add(record: CsvRecord): void {
    const { line } = record;
    const reasons = 'fault' in record ? [record.fault] : this.reasonsAgainst(record.user);
    for (const reason of reasons) this.faults.push({ line, reason });
    if ('fault' in record || reasons.length > 0) return;
    const key = usernameKey(record.user.username);
    this.listed.set(key, { line, key, user: record.user });
  }

  keys(): string[] {
    return [...this.listed.keys()];
  }

  /** @param taken keys of usernames that exist already */
  refuse(taken: ReadonlySet<string>): void {
    for (const { line, key, user } of this.listed.values()) {
      if (taken.has(key)) this.faults.push({ line, reason: `username: ${user.username} is taken.` });
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
    const faults = Object.entries(faultsOf(user)).map(([field, reasons]) => `${field}: ${reasons.join(' ')}`);
    return twin ? [...faults, `username: ${user.username} is on line ${String(twin.line)} too.`] : faults;
  }
}
