import type { User } from '@parley/client';
import { signal } from '@preact/signals';

/** The user whose profile is open, over the page and its dialogs. */
export const shownPerson = signal<User | null>(null);
