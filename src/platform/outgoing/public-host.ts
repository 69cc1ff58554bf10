import { isIP } from 'node:net';

/** Domains that are not public (RFC 6761, 6762, 8375, 9476), but may exist in a local network. */
const NAMES_OF_NETWORKS = ['localhost', 'local', 'internal', 'intranet', 'lan', 'home.arpa', 'test', 'invalid', 'alt'];

/**
 * Whether a URL is at one of the hosts that the deployment allows.
 * @param allowed hosts (`host`, `host:port`, `.example.com`, `*`) at which any URL is allowed
 */
export function isAllowed({ hostname, host }: URL, allowed: readonly string[]): boolean {
  return allowed.some((each) => {
    if (each.startsWith('.')) return hostname.endsWith(each);
    return each === '*' || each === hostname || each === host;
  });
}

/** Whether the host of a URL is a name that may be public. Its addresses are checked when it is called. */
export function isPublicName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (isIP(name) !== 0 || name.startsWith('[') || !name.includes('.')) return false;
  return !NAMES_OF_NETWORKS.some((end) => name.endsWith(`.${end}`));
}
