import type { IncomingMessage } from 'node:http';

/** The token of a request in `Authorization: Bearer` (RFC 6750). */
export const bearerTokenOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
