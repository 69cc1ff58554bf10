import { isIP } from 'node:net';

/** The most that is stored of one; those of browsers have some 200 characters. */
export const LONGEST_ENDPOINT = 2_048;

/** Ends of names that nobody on the internet answers to (RFC 6761, 6762, 8375, 9476), and that a network may. */
const NAMES_OF_NETWORKS = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'test', 'invalid', 'alt'];

/**
 * Why a service of ours must not send to where somebody says that pushes go: users choose endpoints, and what is sent
 * comes from inside. Where a name leads is looked at when it is sent to.
 *
 * @param endpoint as the client has it
 * @param allowed hosts (`host`, `host:port`, `.example.com`, `*`) at which anything is an endpoint
 * @returns a sentence for whoever sent it; undefined: it is one
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

/** Whether a URL is at one of the hosts that the deployment names. */
export function isAllowed({ hostname, host }: URL, allowed: readonly string[]): boolean {
  return allowed.some((each) => {
    if (each.startsWith('.')) return hostname.endsWith(each);
    return each === '*' || each === hostname || each === host;
  });
}

/** Whether a host, as a URL has it, is a name that somebody on the internet may have. */
function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (isIP(name) !== 0 || name.startsWith('[') || !name.includes('.')) return false;
  return !NAMES_OF_NETWORKS.some((end) => name.endsWith(`.${end}`));
}
