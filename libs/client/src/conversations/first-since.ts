import type { Message } from '@parley/protocol';

/**
 * Finds the first message of a time or later, by halving: it takes as many requests as the number of changes has binary
 * digits, at most.
 * @param newest of the room
 * @param firstAfter returns the first message with a higher `seq`
 * @returns undefined: all messages are earlier
 */
export async function firstSince(
  time: Date,
  newest: Message | undefined,
  firstAfter: (seq: number) => Promise<Message | undefined>,
): Promise<Message | undefined> {
  const isEarlier = ({ created_at: createdAt }: Message): boolean => Date.parse(createdAt) < time.getTime();
  if (!newest || isEarlier(newest)) return undefined;
  let found = newest;
  // The messages up to `below` are earlier, and there are none between `above` and `found`.
  let [below, above] = [0, newest.seq - 1];
  while (below < above) {
    const middle = Math.floor((below + above) / 2);
    const message = (await firstAfter(middle)) ?? newest;
    if (isEarlier(message)) below = message.seq;
    else [above, found] = [middle, message];
  }
  return found;
}
