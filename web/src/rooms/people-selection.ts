import type { Parley, User } from '@parley/client';
import { signal } from '@preact/signals';

import { asParleyError, errorText } from '../errors.js';
import { t } from '../languages/translate.js';

/** Users who are being selected by their user names. */
export class PeopleSelection {
  readonly people = signal<readonly User[]>([]);
  /** What is typed and not looked up yet. */
  readonly username = signal('');
  /** Why the typed name was not found, or the selected users were refused. */
  readonly error = signal<string | undefined>(undefined);
  readonly isBusy = signal(false);
  private lookup: Promise<boolean> | undefined;

  constructor(private readonly parley: Parley) {}

  get isEmpty(): boolean {
    return this.people.value.length === 0 && this.username.value.trim() === '';
  }

  get ids(): number[] {
    return this.people.value.map(({ id }) => id);
  }

  /**
   * Looks up the typed user name, if there is one, and selects its user.
   * @param isSingle whether the user replaces the selected one
   * @returns whether all names are looked up
   */
  find(isSingle: boolean): Promise<boolean> {
    this.lookup ??= this.findTyped(isSingle).finally(() => {
      this.lookup = undefined;
    });
    return this.lookup;
  }

  remove({ id }: User): void {
    this.people.value = this.people.value.filter((user) => user.id !== id);
    this.error.value = undefined;
  }

  private async findTyped(isSingle: boolean): Promise<boolean> {
    const name = this.username.value.trim();
    this.error.value = undefined;
    if (!name) return true;
    this.isBusy.value = true;
    try {
      const user = await this.parley.find(name);
      const others = isSingle ? [] : this.people.value.filter(({ id }) => id !== user.id);
      this.people.value = [...others, user];
      this.username.value = '';
      return true;
    } catch (thrown) {
      const unknown = t('rooms.unknownUser', { name });
      this.error.value = errorText(asParleyError(thrown), { 4003: unknown, 4004: unknown });
      return false;
    } finally {
      this.isBusy.value = false;
    }
  }
}
