import type { Parley } from '@parley/client';
import { signal } from '@preact/signals';

/** Who is typing where, by username. */
export class TypingNow {
  private readonly rooms = signal<ReadonlyMap<string, readonly string[]>>(new Map());

  constructor(parley: Parley) {
    parley.on('typing', ({ roomId, users }) => {
      const rooms = new Map(this.rooms.value);
      if (users.length > 0)
        rooms.set(
          roomId,
          users.map(({ username }) => username),
        );
      else rooms.delete(roomId);
      this.rooms.value = rooms;
    });
  }

  in(roomId: string): readonly string[] {
    return this.rooms.value.get(roomId) ?? [];
  }
}

/** @param names of those who are typing */
export function typingWords(names: readonly string[]): string {
  const [first, second, ...others] = names;
  if (first === undefined) return '';
  if (second === undefined) return `${first} is typing…`;
  return others.length === 0 ? `${first} and ${second} are typing…` : 'Several people are typing…';
}
