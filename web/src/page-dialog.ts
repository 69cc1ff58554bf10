import { signal } from '@preact/signals';

/** A dialog that belongs to the page, not to a room. */
export type PageDialog =
  | 'new'
  | 'directory'
  | 'channels'
  | 'invite'
  | 'search'
  | 'settings'
  | 'threads'
  | 'saved'
  | 'switcher'
  | 'shortcuts';

/** The open dialog of the page. */
export const pageDialog = signal<PageDialog | null>(null);
