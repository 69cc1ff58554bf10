import { request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/**
 * Sends a request.
 * @param {string} url
 * @param {{ method: string, headers?: Record<string, string>, agent: import('node:http').Agent }} options
 * @param {Buffer | string | Readable} [body]
 * @returns {Promise<Buffer>} the body of the answer
 * @throws {Error} if the status is not 2xx
 */
export async function fetched(url, options, body = '') {
  const response = await new Promise(
    (/** @type {(response: import('node:http').IncomingMessage) => void} */ resolve, reject) => {
      const asking = request(url, options).once('response', resolve).once('error', reject);
      if (body instanceof Readable) body.pipe(asking);
      else asking.end(body);
    },
  );
  const answer = await buffer(response);
  const { statusCode = 0 } = response;
  if (statusCode < 200 || statusCode > 299) {
    throw new Error(`${options.method} was answered with ${String(statusCode)}: ${answer.toString()}`);
  }
  return answer;
}
