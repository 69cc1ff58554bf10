import type { SeenState } from './database-state.js';

/** Keeps outside of the database what was last seen of it, so that a start finds that the database went back. */
export interface Witness {
  /** @returns undefined if nothing is kept, or it cannot be read */
  read(): Promise<SeenState | undefined>;
  /** @throws Error if it cannot be kept */
  write(seen: SeenState): Promise<void>;
}

export function seenFrom(text: string): SeenState | undefined {
  try {
    const { epoch, origin, position } = JSON.parse(text) as Record<string, unknown>;
    if (typeof epoch !== 'string' || typeof origin !== 'string' || typeof position !== 'number') return undefined;
    return { epochId: epoch, origin, position };
  } catch {
    return undefined;
  }
}

export const textOf = ({ epochId, origin, position }: SeenState): string =>
  JSON.stringify({ epoch: epochId, origin, position });
