import { randomUUID } from 'node:crypto';

import { roomGroup } from '../hub/group.js';
import type { Group } from '../hub/group.js';

/** A part of a text that only some may read: for them it stands in the place of the `null` at this offset. */
export interface ConfinedText {
  readonly at: number;
  readonly group: Group;
  readonly text: string;
}

/** Stands in a text while it is being made. Nobody outside this process ever learns it. */
const MARK = randomUUID();
const NULL = 'null';

let collected: Confined[] | undefined;

/** Serialised by anybody but {@link serialised} it is null: what is confined cannot slip out. */
class Confined {
  constructor(
    readonly group: Group,
    readonly part: unknown,
  ) {}

  toJSON(): string | null {
    return collected ? (collected.push(this), MARK) : null;
  }
}

/** A part of a frame that whoever hears the room reads as it is, and everybody else as null. */
export const confinedToRoom = <Part>(roomId: string, part: Part): Part | null =>
  new Confined(roomGroup(roomId), part) as unknown as Part | null;

/** The value as JSON that everybody may read, and what some read in it. */
export function serialised(value: object): { text: string; confined: readonly ConfinedText[] } {
  const parts: Confined[] = [];
  collected = parts;
  let pieces: string[];
  try {
    pieces = JSON.stringify(value).split(`"${MARK}"`);
  } finally {
    collected = undefined;
  }
  let at = -NULL.length;
  const confined = parts.map(({ group, part }, index): ConfinedText => {
    at += NULL.length + (pieces[index]?.length ?? 0);
    return { at, group, text: JSON.stringify(part) };
  });
  return { text: pieces.join(NULL), confined };
}

/** The text as whoever may read these parts of it reads it. */
export function withParts(text: string, parts: readonly ConfinedText[]): string {
  let from = 0;
  let whole = '';
  for (const part of parts) {
    whole += text.slice(from, part.at) + part.text;
    from = part.at + NULL.length;
  }
  return whole + text.slice(from);
}
