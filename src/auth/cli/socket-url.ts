import { CannotStart } from '../../config/index.js';
import type { Config } from '../../config/index.js';

/** Addresses that mean "every interface": a client on this machine connects to the loopback address instead. */
const EVERY_INTERFACE = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);

/**
 * The address at which a client on this machine opens a WebSocket to the service of this configuration.
 *
 * @param token an access token, which becomes the query parameter `token`
 * @throws CannotStart if `PORT` is 0, since the port of the running service is then not known
 */
export function socketUrl({ http, sockets }: Pick<Config, 'http' | 'sockets'>, token: string): string {
  if (http.port === 0) throw new CannotStart('PORT is 0: set it to the port on which the service listens.');
  const host = EVERY_INTERFACE.get(http.host) ?? (http.host.includes(':') ? `[${http.host}]` : http.host);
  return `ws://${host}:${String(http.port)}${sockets.path}/?token=${token}`;
}
