import { isIP } from 'node:net';

/** The longest endpoint that is stored; those of browsers have about 200 characters. */
export const LONGEST_ENDPOINT = 2_048;

/** Domains that are not public (RFC 6761, 6762, 8375, 9476), but may exist in a local network. */
const NAMES_OF_NETWORKS = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'test', 'invalid', 'alt'];

/**
 * Returns why pushes must not be sent to an endpoint: users choose endpoints, and requests come from inside the network
 * of the service. The addresses of a host name are checked when a push is sent.
 *
 * @param endpoint as the client sent it
 * @param allowed hosts (`host`, `host:port`, `.example.com`, `*`) at which any URL is allowed
 * @returns an error text for the client; undefined: it is allowed
 */
export function endpointFault(endpoint: string, allowed: readonly string[]): string | undefined {
  if (endpoint.length > LONGEST_ENDPOINT) return `Must be at most ${String(LONGEST_ENDPOINT)} characters.`;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'Must be an https URL.';
  if (url.username + url.password + url.hash !== '') return 'Must have no user, password or fragment.';
  if (isAllowed(url, allowed)) return undefined;
  if (url.protocol !== 'https:') return 'Must be an https URL.';
  if (url.port !== '') return 'Must be at the port of https.';
  return isPublicName(url.hostname) ? undefined : 'Must be at a public host.';
}

/** Whether a URL is at one of the hosts that the deployment allows. */
export function isAllowed({ hostname, host }: URL, allowed: readonly string[]): boolean {
  return allowed.some((each) => {
    if (each.startsWith('.')) return hostname.endsWith(each);
    return each === '*' || each === hostname || each === host;
  });
}

/** Whether the host of a URL is a name that may be public. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (isIP(name) !== 0 || name.startsWith('[') || !name.includes('.')) return false;
  return !NAMES_OF_NETWORKS.some((end) => name.endsWith(`.${end}`));
}
