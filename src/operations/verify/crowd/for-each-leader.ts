import type { Connection } from './connection.js';
import type { VerifyContext } from './device.js';
import type { Assignment } from './roles.js';

const AT_ONCE = 8;

/**
 * Performs an action on every room, on a new connection of its creator.
 * @returns the results, without those of failed actions
 */
export async function forEachLeader<Result>(
  { roles, rooms }: Assignment,
  { connections, counters }: VerifyContext,
  act: (connection: Connection, roomId: string) => Promise<Result>,
): Promise<Result[]> {
  const credentials = new Map(roles.map((role) => [role.user.id, role.credentials]));
  const results: Result[][] = [];
  const waiting = rooms.entries();
  const work = async (): Promise<void> => {
    for (const [at, { id, leader }] of waiting) {
      const key = credentials.get(leader);
      if (!key) continue;
      try {
        const { connection } = await connections.open(key);
        const acting = act(connection, id).finally(() => {
          connection.close();
        });
        results[at] = [await acting];
      } catch (error) {
        counters.addRemark(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results.flat();
}
