import { ActionScheduler } from './action-scheduler.js';
import type { Member } from './member.js';
import type { Random } from './random.js';

/** By how much the clocks of the deployment may be ahead. */
const CLOCK_TOLERANCE_MS = 1_000;

/**
 * Each member schedules a message for a time until the end of the load phase, if the deployment accepts one that is so
 * near. A retry may reach any node: all of them must know the event.
 * @param seconds the duration of the load phase
 */
export function scheduleMessages(
  members: readonly Member[],
  scheduler: ActionScheduler,
  random: Random,
  seconds: number,
): void {
  const devices = members.flatMap((member) => member.devices);
  const leastMs = Math.max(...devices.map(({ scheduleSeconds = Infinity }) => scheduleSeconds)) * 1_000;
  const earliest = leastMs + CLOCK_TOLERANCE_MS;
  if (earliest > seconds * 1_000) return;
  for (const member of members) {
    const sendAt = Math.round(Date.now() + random.between(earliest, seconds * 1_000));
    scheduler.schedule(member.schedule(sendAt), member.devices);
  }
}

/**
 * Cancels the messages that are not due when all others are answered, such as those of a run that was interrupted.
 * @param timeoutMs of the requests
 */
export async function cancelScheduled(members: readonly Member[], random: Random, timeoutMs: number): Promise<void> {
  const scheduler = new ActionScheduler(random);
  for (const member of members)
    for (const action of member.cancelScheduled()) scheduler.schedule(action, member.devices);
  await scheduler.finished(timeoutMs);
}
