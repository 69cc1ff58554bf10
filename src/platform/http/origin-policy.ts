/**
 * Whether a page of this origin may open sockets.
 *
 * A host on the list allows all its ports; `host:port` only that port; `.example.com` the host and every subdomain;
 * `*` every page. The empty list allows nothing, with an Origin or without.
 *
 * @param origin the Origin header as sent; undefined: none, but browsers always send one
 * @param allowedHosts in lower case
 */
export function mayOpen(
  origin: string | undefined,
  { allowedHosts, requireOrigin }: { allowedHosts: readonly string[]; requireOrigin: boolean },
): boolean {
  if (allowedHosts.length === 0) return false;
  if (origin === undefined) return !requireOrigin;
  const page = parsed(origin);
  return page !== undefined && allowedHosts.some((allowed) => covers(allowed, page));
}

interface Page {
  readonly hostname: string;
  readonly port: string;
}

const DEFAULT_PORT: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Scheme, host and port only: no other part of a URL, and nothing that can be parsed as a host in several ways. */
const ORIGIN = /^https?:\/\/[^/?#@\\%,\s]+\/?$/i;

/** @returns undefined if it is not the origin of a page: `null`, a file, another scheme, several origins */
function parsed(origin: string): Page | undefined {
  if (!ORIGIN.test(origin) || !URL.canParse(origin)) return undefined;
  const { protocol, hostname, port } = new URL(origin);
  const defaultPort = DEFAULT_PORT[protocol] ?? '';
  return { hostname: hostname.toLowerCase(), port: port === '' ? defaultPort : port };
}

function covers(allowed: string, { hostname, port }: Page): boolean {
  if (allowed === '*') return true;
  if (allowed.startsWith('.')) {
    const [domain = '', wanted] = allowed.slice(1).split(':');
    return (hostname === domain || hostname.endsWith(`.${domain}`)) && (wanted === undefined || wanted === port);
  }
  return allowed === hostname || allowed === `${hostname}:${port}`;
}
