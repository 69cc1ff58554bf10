import type { ChatClient } from './chat-client.js';
import type { TestUser } from './people.js';
import type { Service } from './service.js';

/**
 * Opens one more device of a user who may have too many.
 * @returns undefined if the service closed it for that
 */
export async function tryConnect(user: TestUser, service?: Service): Promise<ChatClient | undefined> {
  const device = await user.open(service);
  const first = await Promise.race([
    device.receive('chat.notifications').catch(() => device.closed()),
    device.closed(),
  ]);
  if (!('code' in first)) return device;
  if (first.code !== 4009) throw new Error(`Closed with ${String(first.code)} ${first.reason}`);
  return undefined;
}
