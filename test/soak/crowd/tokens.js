import { request } from 'node:http';
import { json } from 'node:stream/consumers';

/** @typedef {{ access: string, refresh: string }} Tokens */

/**
 * A POST on a connection of its own, as most clients log in.
 * @param {string} url
 * @param {object} body
 * @param {string} address the client address for rate limits
 * @returns {Promise<{ status: number, answer: unknown }>}
 */
export async function post(url, body, address) {
  const asking = request(url, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  });
  asking.end(JSON.stringify(body));
  const response = await new Promise(
    (/** @type {(response: import('node:http').IncomingMessage) => void} */ resolve, reject) => {
      asking.once('response', resolve).once('error', reject);
    },
  );
  return { status: response.statusCode ?? 0, answer: await json(response) };
}

/** @param {string} url @param {{ username: string, password: string }} account @param {string} address */
export const logIn = (url, { username, password }, address) =>
  tokensOf(post(`${url}/api/token/`, { username, password }, address));

/** @param {string} url @param {Tokens} tokens whose refresh token is used up @param {string} address */
export const refreshed = (url, { refresh }, address) =>
  tokensOf(post(`${url}/api/token/refresh/`, { refresh }, address));

/** @param {ReturnType<typeof post>} requested @returns {Promise<Tokens>} */
async function tokensOf(requested) {
  const { status, answer } = await requested;
  if (status !== 200) throw new Error(`Tokens were refused with ${String(status)}: ${JSON.stringify(answer)}`);
  return /** @type {Tokens} */ (answer);
}
