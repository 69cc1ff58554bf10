import { usernameKey } from '@parley/protocol/text';

import type { Report } from './import-report.js';
import type { ImportTarget } from './import-target.js';
import type { Rows } from './parley-rows.js';
import { canKeepId, importedUser, namesOf } from './rules/user.rules.js';
import type { DjangoSource } from './source/django-source.repository.js';
import type { SourceUser } from './source/source-rows.js';

/** Copies users with their ids. An existing user with the same id and a possible username is the same user. */
export class UsersCopy {
  /** The username keys of copied users. */
  private readonly names = new Set<string>();
  private readonly users = new Set<number>();

  constructor(
    private readonly source: DjangoSource,
    private readonly target: ImportTarget,
    private readonly report: Report,
  ) {}

  /** @returns the ids of all users of the source who are users of the target */
  async copy(): Promise<ReadonlySet<number>> {
    for await (const users of this.source.users()) await this.copyBatch(users);
    return this.users;
  }

  private async copyBatch(users: readonly SourceUser[]): Promise<void> {
    const there = await this.target.users(users.map(({ id }) => id).filter(canKeepId));
    const taken = await this.target.existingNames(users.flatMap((user) => namesOf(user).map(usernameKey)));
    const rows: Rows['users'][] = [];
    for (const user of users) {
      const key = there.get(user.id);
      const row = key === undefined ? await this.made(user, taken) : undefined;
      if (row) rows.push(row);
      else if (key !== undefined) await this.found(user, key);
    }
    if (rows.length > 0) await this.target.write((pen) => pen.add('users', rows));
  }

  private async found(user: SourceUser, key: string): Promise<void> {
    if (namesOf(user).some((name) => usernameKey(name) === key)) this.users.add(user.id);
    else await this.report.left('users', user.id, 'id_taken');
  }

  private async made(user: SourceUser, taken: ReadonlySet<string>): Promise<Rows['users'] | undefined> {
    const { id } = user;
    if (!canKeepId(id)) return this.refused(id, 'id_too_large');
    const free = (name: string): boolean => !taken.has(usernameKey(name)) && !this.names.has(usernameKey(name));
    const username = namesOf(user).find(free);
    if (username === undefined) return this.refused(id, 'name_taken');
    const { row, corrections } = importedUser(user, username);
    for (const correction of corrections) await this.report.corrected('users', id, correction);
    this.report.copied('users');
    this.names.add(row.username_key);
    this.users.add(id);
    return row;
  }

  private async refused(id: number, reason: string): Promise<undefined> {
    await this.report.left('users', id, reason);
  }
}
