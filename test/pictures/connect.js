import { Parley } from '@parley/client';
import { WebSocket } from 'ws';

/**
 * Connects a client of a user who logs in with a password.
 * @param {string} url of the service
 * @param {{ username: string, password: string }} user
 * @returns {Promise<Parley>}
 */
export async function connect(url, user) {
  const client = new Parley({
    url: `${url.replace('http', 'ws')}/messaging/`,
    token: async () => {
      const answer = await fetch(`${url}/api/token/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(user),
      });
      return /** @type {{ access: string }} */ (await answer.json()).access;
    },
    WebSocket,
  });
  await client.connect();
  return client;
}
