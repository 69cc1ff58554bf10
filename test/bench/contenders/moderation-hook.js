import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * A before-send hook that allows every message.
 * @param {number} answerMs the time of its answers
 * @returns {Promise<{ settings: Record<string, string>, stop: () => Promise<void> }>} the variables of a service that
 *   asks it
 */
export async function startModerationHook(answerMs) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      setTimeout(() => response.end('{"action":"allow"}'), answerMs);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    settings: {
      MODERATION_URL: `http://127.0.0.1:${String(port)}/`,
      MODERATION_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
      // A message that is not asked about would cost nothing.
      MODERATION_FALLBACK: 'reject',
      MODERATION_TIMEOUT_MS: '5000',
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
