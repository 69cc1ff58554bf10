import { isAllowed, isPublicName } from '../../platform/outgoing/public-host.js';

/** The longest endpoint that is stored; those of browsers have about 200 characters. */
export const LONGEST_ENDPOINT = 2_048;

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
