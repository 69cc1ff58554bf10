import type { Cast } from './casting.js';
import type { Surroundings } from './device.js';
import type { Line } from './line.js';

const AT_ONCE = 8;

/**
 * Performs an action on every room, on a new connection of its creator.
 * @returns the results, without those of failed actions
 */
export async function asLeaders<Result>(
  { roles, stages }: Cast,
  { door, tally }: Surroundings,
  act: (line: Line, roomId: string) => Promise<Result>,
): Promise<Result[]> {
  const credentials = new Map(roles.map((role) => [role.user.id, role.credentials]));
  const results: Result[][] = [];
  const waiting = stages.entries();
  const work = async (): Promise<void> => {
    for (const [at, { id, leader }] of waiting) {
      const key = credentials.get(leader);
      if (!key) continue;
      try {
        const { line } = await door.open(key);
        const acting = act(line, id).finally(() => {
          line.close();
        });
        results[at] = [await acting];
      } catch (error) {
        tally.notes(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results.flat();
}
