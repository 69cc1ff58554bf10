/** A type of numbered change, with the type of its payload. Declared by the feature that replays the change. */
export interface ChangeKind<About extends object> {
  readonly name: string;
  readonly about?: About;
}

/** The type and payload that a room's change log stores for a number. */
export interface Note {
  readonly kind: string;
  readonly about: object;
}

export const noted = <About extends object>({ name }: ChangeKind<About>, about: About): Note => ({ kind: name, about });
