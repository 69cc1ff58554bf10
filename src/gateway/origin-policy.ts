/**
 * Whether a page of this origin may open sockets here.
 *
 * A host on the list lets in its every port; `host:port` that one; `.example.com` the host and every subdomain;
 * `*` everybody. The empty list lets in nobody, with an Origin or without.
 *
 * @param origin the Origin header as sent; undefined: none, which no browser does
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

/** Scheme, host and port, and nothing that a URL may have besides, or may be read as a host in several ways. */
const ORIGIN = /^https?:\/\/[^/?#@\\%,\s]+\/?$/i;

/** @returns undefined for what is no origin of a page: `null`, a file, an app of another scheme, several at once */
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
