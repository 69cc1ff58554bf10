/**
 * A step of the build: `compress-assets.js <folder> [<quality>]` writes a Brotli and a gzip file beside each text file
 * of a folder, which the service sends in its place. The quality is that of Brotli, from 0 to 11.
 */
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(css|html|js|json|map|svg)$/;

/** The best one, 11, needs more than twice the time, and saves 2%. */
const QUALITY = '10';

const [folder = '', quality = QUALITY] = process.argv.slice(2);

/** @param {string} name */
async function compress(name) {
  const path = join(folder, name);
  const content = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: Number(quality),
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const encoded = {
    br: await promisify(brotliCompress)(content, { params }),
    gz: await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [suffix, bytes] of Object.entries(encoded)) {
    if (bytes.length < content.length) await writeFile(`${path}.${suffix}`, bytes);
  }
}

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
await Promise.all(names.map(compress));
