/** The upper bound of files: bodies are written to files, and ranges of these are read, without a check of any kind. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const folder = process.env.FILES ?? '';
const RANGE = /^bytes=(\d+)-(\d+)$/;

/**
 * @typedef {(path: string, request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse)
 *   => Promise<unknown>} Method
 */

/** @type {Record<string, Method>} */
const methods = {
  PUT: async (path, request, response) => {
    await pipeline(request, createWriteStream(path));
    response.writeHead(201).end();
  },
  GET: async (path, request, response) => {
    const { size } = await stat(path);
    const [, start, end] = RANGE.exec(request.headers.range ?? '') ?? [];
    const range = { start: Number(start ?? 0), end: Number(end ?? size - 1) };
    response.writeHead(206, { 'Content-Length': range.end - range.start + 1 });
    await pipeline(createReadStream(path, range), response);
  },
  DELETE: async (path, _, response) => {
    await rm(path);
    response.writeHead(204).end();
  },
};

const http = createServer((request, response) => {
  const work = methods[request.method ?? '']?.(join(folder, basename(request.url ?? '')), request, response);
  void work?.catch(() => response.destroy());
});
http.listen(Number(process.env.PORT), process.env.HOST, () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (http.address());
  console.log(`A plain file server listens on http://127.0.0.1:${String(port)}`);
});
process.once('SIGTERM', () => process.exit());
