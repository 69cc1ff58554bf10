import type { VerifyContext } from './device.js';
import type { Assignment } from './roles.js';
import { TRIES, UserClient } from './user-client.js';

const AT_ONCE = 8;

/**
 * Performs an action on every room as its creator. After an action has failed, the next ones are tried once until one
 * succeeds, so that an unreachable deployment costs the tries of few rooms.
 * @returns the results, without those of failed actions
 */
export async function forEachLeader<Result>(
  { roles, rooms }: Assignment,
  { connections, counters }: VerifyContext,
  act: (client: UserClient, roomId: string) => Promise<Result>,
): Promise<Result[]> {
  const credentials = new Map(roles.map((role) => [role.user.id, role.credentials]));
  const results: Result[][] = [];
  const waiting = rooms.entries();
  let tries = TRIES;
  const work = async (): Promise<void> => {
    for (const [at, { id, leader }] of waiting) {
      const key = credentials.get(leader);
      if (!key) continue;
      const client = new UserClient(connections, key, tries);
      try {
        results[at] = [await act(client, id)];
        tries = TRIES;
      } catch (error) {
        tries = 1;
        counters.addRemark(error instanceof Error ? error.message : String(error));
      } finally {
        client.close();
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results.flat();
}
