import type { ChatClient } from './chat-client.js';
import type { Person } from './people.js';
import type { Service } from './service.js';

/**
 * Opens one more device of a user who may have too many.
 * @returns undefined if the service closed it for that
 */
export async function letsIn(person: Person, service?: Service): Promise<ChatClient | undefined> {
  const device = await person.connects(service);
  const first = await Promise.race([device.hears('chat.notifications').catch(() => device.closed()), device.closed()]);
  if (!('code' in first)) return device;
  if (first.code !== 4009) throw new Error(`Closed with ${String(first.code)} ${first.reason}`);
  return undefined;
}
