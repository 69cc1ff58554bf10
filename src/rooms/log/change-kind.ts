/** A kind of change that takes a number, and what is noted of it. Declared by the feature that tells it again. */
export interface ChangeKind<About extends object> {
  readonly name: string;
  readonly about?: About;
}

/** What is written into a room's log beside its number. */
export interface Note {
  readonly kind: string;
  readonly about: object;
}

export const noted = <About extends object>({ name }: ChangeKind<About>, about: About): Note => ({ kind: name, about });
