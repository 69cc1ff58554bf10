import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

import { root } from './files.js';

const VARIABLE = /^#([A-Z][A-Z\d_]*)=(.*)$/gm;

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Every variable of the service with its default, as in `.env.example`. */
export const variables: ReadonlyMap<string, string> = new Map(
  [...read('.env.example').matchAll(VARIABLE)].map(([, name = '', value = '']) => [name, value]),
);

/** Seconds between two heartbeats of a client, unless INACTIVITY_THRESHOLD is changed. */
export const heartbeatSeconds = Number(variables.get('INACTIVITY_THRESHOLD')) / 2;

/** Whether the service has a GET route of this path. */
export function isRoute(path: string): boolean {
  const { paths } = parse(read('docs/openapi.yaml')) as { paths: Readonly<Record<string, { get?: unknown }>> };
  return paths[path]?.get !== undefined;
}

/** Facts about the container from the Dockerfile. */
export const image = {
  port: Number(/^EXPOSE (\d+)$/m.exec(read('Dockerfile'))?.[1]),
  user: /^USER (\w+)$/m.exec(read('Dockerfile'))?.[1],
  dataDir: /^VOLUME (\S+)$/m.exec(read('Dockerfile'))?.[1],
};

/** The id of the user `node` in the images of Node.js. */
export const NODE_UID = 1000;
