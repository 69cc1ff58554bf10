import { numberText } from '../languages/translate.js';

/** A higher count is shown as `99+`. */
export const MAX_COUNT = 99;

/**
 * The title of the page, for example `(99+) Garden team – Parley`.
 * @param app the name of the deployment
 * @param room the name of the one that is shown
 */
export function pageTitle(app: string, unread: number, room?: string): string {
  const count = unread > MAX_COUNT ? `${numberText(MAX_COUNT)}+` : numberText(unread);
  const place = room === undefined ? app : `${room} – ${app}`;
  return unread > 0 ? `(${count}) ${place}` : place;
}
