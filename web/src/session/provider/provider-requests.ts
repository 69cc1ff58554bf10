import { serviceUrl } from '../../deployment.js';

const KEY = 'parley.log-in';

/** A log-in that this tab has begun at the provider. Another tab, or a link of somebody else, cannot end it. */
interface StartedLogIn {
  readonly tab: string;
  /** The page that has begun it: the service sends the browser back to the web client. */
  readonly path: string;
  /** The part of the page to show afterwards. */
  readonly hash: string;
}

/** The result of a log-in at the provider, in the address to which the service has sent the browser. */
export type Returned =
  | { readonly error: string }
  | { readonly ticket: string; readonly username: string; readonly hash: string };

/** @returns the name of the provider; null: there is none */
export async function providerName(): Promise<string | null> {
  const response = await fetch(serviceUrl('api/oidc/'));
  return response.ok ? ((await response.json()) as { name: string | null }).name : null;
}

/** Leaves the page. */
export function goToProvider(): void {
  const random = crypto.getRandomValues(new Uint8Array(16));
  const tab = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  sessionStorage.setItem(
    KEY,
    JSON.stringify({ tab, path: location.pathname, hash: location.hash } satisfies StartedLogIn),
  );
  const query = new URLSearchParams({ page: serviceUrl('./').href, tab });
  location.assign(serviceUrl(`api/oidc/log-in?${query.toString()}`));
}

/**
 * Takes what the address has from the provider, and removes it there, so that no history keeps it.
 * @returns null: nothing, a log-in of another page, to which the browser goes, or the return from a log-in that this
 *   tab has not begun
 */
export function takeReturned(): Returned | null {
  const fields = new URLSearchParams(location.hash.slice(1));
  if (!fields.has('log_in_ticket') && !fields.has('log_in_error')) return null;
  const begun = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<StartedLogIn>;
  const { path, hash = '' } = begun;
  if (path !== undefined && path !== location.pathname) {
    location.replace(path + location.hash);
    return null;
  }
  sessionStorage.removeItem(KEY);
  history.replaceState(null, '', location.pathname + location.search + hash);
  return outcomeOf(begun, fields);
}

function outcomeOf({ tab, hash = '' }: Partial<StartedLogIn>, fields: URLSearchParams): Returned | null {
  const error = fields.get('log_in_error');
  if (tab === undefined) return null;
  if (error !== null) return { error };
  if (fields.get('tab') !== tab) return { error: 'log_in_expired' };
  return { ticket: fields.get('log_in_ticket') ?? '', username: fields.get('username') ?? '', hash };
}
