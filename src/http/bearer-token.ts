import type { IncomingMessage } from 'node:http';

/** What a request has in `Authorization: Bearer` (RFC 6750). */
export const bearerTokenOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
