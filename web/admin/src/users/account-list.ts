import { signal } from '@preact/signals';

import { PagedList } from '../app/paged-list.js';
import type { ListedAccount } from './answers.js';

/** What an act has changed of a user in the list. */
export type AccountChange = Partial<
  Pick<ListedAccount, 'is_active' | 'is_online' | 'kind' | 'guest_until' | 'log_ins'>
>;

/** A list of users, of whom some are selected by their usernames. */
export class AccountList extends PagedList<ListedAccount> {
  readonly selected = signal<ReadonlySet<string>>(new Set());

  constructor(path: string) {
    super(path, 'users');
  }

  select(username: string, isSelected: boolean): void {
    const others = [...this.selected.value].filter((each) => each !== username);
    this.selected.value = new Set(isSelected ? [...others, username] : others);
  }

  selectAll(isSelected: boolean): void {
    this.selected.value = new Set(isSelected ? this.items.value.map(({ username }) => username) : []);
  }

  /** Shows what an act has changed, in the rows where they are. */
  change(usernames: ReadonlySet<string>, change: AccountChange): void {
    this.items.value = this.items.value.map((each) => (usernames.has(each.username) ? { ...each, ...change } : each));
  }
}
