import type { IdentityProvider } from './identity-provider.js';

/** The page of the web client, as the browser sees it. Nothing listens there. */
const PAGE = 'http://localhost:3999/chat/';
export const CALLBACK = `${PAGE}api/oidc/callback`;
const TAB = 'a-tab';

/** The parameters with which the browser returns from the provider. */
export interface Returned {
  /** With its question mark. */
  readonly query: string;
  /** The cookie of the service. */
  readonly cookie: string;
}

/** The values that the page finds in the fragment of its address. */
export type Outcome = Readonly<Record<string, string>>;

const getting = (url: string, cookie = ''): Promise<Response> =>
  fetch(url, { redirect: 'manual', headers: { cookie } });

const cookiesOf = (response: Response): string[] =>
  response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!);

/** Begins a log-in. @returns the answer of the service */
export const begin = ({ url }: { readonly url: string }, page = PAGE, tab = TAB): Promise<Response> =>
  getting(`${url}/api/oidc/log-in?${new URLSearchParams({ page, tab }).toString()}`);

/** Walks through the provider as a browser does, until it leads to the callback. */
export async function walk(service: { readonly url: string }, provider: IdentityProvider): Promise<Returned> {
  const begun = await begin(service);
  const cookie = cookiesOf(begun).join('; ');
  const jar = new Map<string, string>();
  let at = begun.headers.get('location') ?? '';
  while (at.startsWith(provider.issuer)) {
    const response = await getting(at, [...jar].map((pair) => pair.join('=')).join('; '));
    for (const each of cookiesOf(response)) jar.set(...(each.split(/=(.*)/s, 2) as [string, string]));
    const next = response.headers.get('location') ?? `${new URL(at).pathname}/continue`;
    if (response.status >= 400) throw new Error(`${at}: ${String(response.status)} ${await response.text()}`);
    at = new URL(next, at).href;
  }
  return { query: new URL(at).search, cookie };
}

/** Returns to the service. */
export async function comeBack({ url }: { readonly url: string }, { query, cookie }: Returned): Promise<Outcome> {
  const response = await getting(`${url}/api/oidc/callback${query}`, cookie);
  const location = response.headers.get('location') ?? '';
  if (response.status !== 303) throw new Error(`${String(response.status)} ${await response.text()}`);
  const { origin, pathname, hash } = new URL(location, CALLBACK);
  if (origin + pathname !== PAGE) throw new Error(`The browser was sent to ${location}.`);
  return Object.fromEntries(new URLSearchParams(hash.slice(1)));
}
