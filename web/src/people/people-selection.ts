import type { Parley, User } from '@parley/client';
import { signal } from '@preact/signals';

import { asParleyError, errorText } from '../errors.js';
import { t } from '../languages/translate.js';

/** People who are being chosen. */
export class PeopleSelection {
  readonly people = signal<readonly User[]>([]);
  /** The typed text that has not become a person yet. */
  readonly typed = signal('');
  /** Why the typed name was not found, or the selected users were refused. */
  readonly error = signal<string | undefined>(undefined);
  readonly isBusy = signal(false);
  private lookup: Promise<boolean> | undefined;

  constructor(private readonly parley: Parley) {}

  get isEmpty(): boolean {
    return this.people.value.length === 0 && this.typed.value.trim() === '';
  }

  get ids(): number[] {
    return this.people.value.map(({ id }) => id);
  }

  /**
   * Looks up the typed user names, and selects their users. Names that are not found stay in the field.
   * @param isSingle whether the user replaces the selected one, and one name is typed
   * @returns whether all names are looked up
   */
  find(isSingle: boolean): Promise<boolean> {
    this.lookup ??= this.findTyped(isSingle).finally(() => {
      this.lookup = undefined;
    });
    return this.lookup;
  }

  /**
   * Looks up the typed user names if they are a finished list. A text without commas may be the beginning of a full name.
   * @param isPasted whether it was pasted; else it is finished with a comma
   */
  findList(isPasted: boolean): void {
    const text = this.typed.value.trim();
    if (isPasted ? COMMA.test(text) : COMMA.test(text.slice(-1))) void this.find(false);
  }

  has({ id }: User): boolean {
    return this.people.value.some((user) => user.id === id);
  }

  /** @param isSingle whether the user replaces the chosen one */
  choose(user: User, isSingle: boolean): void {
    this.people.value = isSingle ? [user] : [...this.people.value.filter(({ id }) => id !== user.id), user];
    this.typed.value = '';
    this.error.value = undefined;
  }

  removeLast(): void {
    this.people.value = this.people.value.slice(0, -1);
  }

  remove({ id }: User): void {
    this.people.value = this.people.value.filter((user) => user.id !== id);
    this.error.value = undefined;
  }

  private async findTyped(isSingle: boolean): Promise<boolean> {
    const typed = this.typed.value.trim();
    this.error.value = undefined;
    this.isBusy.value = true;
    const unknown: string[] = [];
    for (const name of isSingle ? [typed].filter(Boolean) : namesIn(typed)) {
      if (!(await this.select(name, isSingle))) unknown.push(name);
    }
    this.typed.value = unknown.join(', ');
    this.isBusy.value = false;
    return unknown.length === 0;
  }

  /** @returns false, with the error, if the user cannot be selected */
  private async select(name: string, isSingle: boolean): Promise<boolean> {
    try {
      const user = await this.parley.find(name);
      const others = isSingle ? [] : this.people.value.filter(({ id }) => id !== user.id);
      this.people.value = [...others, user];
      return true;
    } catch (thrown) {
      const unknown = t('rooms.unknownUser', { name });
      this.error.value ??= errorText(asParleyError(thrown), { 4003: unknown, 4004: unknown });
      return false;
    }
  }
}

const COMMA = /[,;،、]/;

/** User names have no spaces and commas. */
const namesIn = (typed: string): readonly string[] => [...new Set(typed.split(/[\s,;،、]+/).filter(Boolean))];
