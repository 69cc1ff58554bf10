import type { IncomingMessage, Server } from 'node:http';

/** Also below the path, these are for operators: they stay unknown there. */
const FOR_OPERATORS = /^\/+(metrics|health)(\/|\?|$)/i;

/**
 * Takes the path away below which a proxy serves the service, before anything else sees the address of a request or a
 * handshake. A proxy may take it away itself.
 * @param prefix such as `/chat`
 */
export function servePublicPath(server: Server, prefix: string): void {
  if (prefix === '') return;
  const strip = (request: IncomingMessage): void => {
    const { url = '' } = request;
    if (url !== prefix && !url.startsWith(`${prefix}/`) && !url.startsWith(`${prefix}?`)) return;
    const below = url.slice(prefix.length);
    const stripped = below.startsWith('/') ? below : `/${below}`;
    if (!FOR_OPERATORS.test(stripped)) request.url = stripped;
  };
  server.prependListener('request', strip);
  server.prependListener('upgrade', strip);
}
