import type { IncomingMessage } from 'node:http';
import { addAbortSignal, pipeline } from 'node:stream';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { FetchRefused } from './fetch-refused.js';

/** Each may end before the end of its input, whose rest nobody reads. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

/**
 * Reads a body and decodes it. No more than one chunk beyond the limit is ever decoded, whatever the encoded size.
 * @throws FetchRefused `too_large`, or `unreachable` for an encoding that was not asked for, or the error of the stream
 */
export async function boundedBody(
  response: IncomingMessage,
  { mostBytes, cutsLonger }: { readonly mostBytes: number; readonly cutsLonger: boolean },
  signal: AbortSignal,
): Promise<Buffer> {
  if (!cutsLonger && Number(response.headers['content-length'] ?? 0) > mostBytes) throw new FetchRefused('too_large');
  const decoded = addAbortSignal(signal, decodedStream(response));
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of decoded as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= mostBytes) continue;
    // Leaving the loop destroys the stream.
    if (cutsLonger) break;
    throw new FetchRefused('too_large');
  }
  return Buffer.concat(chunks).subarray(0, mostBytes);
}

function decodedStream(response: IncomingMessage): Readable {
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding === 'identity') return response;
  const { [encoding]: decoder } = DECODERS;
  if (!decoder) throw new FetchRefused('unreachable');
  // Ends the decoder when the connection ends in the middle of the body.
  return pipeline(response, decoder(), () => undefined);
}
