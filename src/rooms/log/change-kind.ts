/** A type of numbered change, with the type of its payload. Declared by the feature that replays the change. */
export interface ChangeType<Payload extends object> {
  readonly name: string;
  readonly payload?: Payload;
}

/** The type and payload that a room's change log stores for a number. */
export interface ChangeRecord {
  readonly type: string;
  readonly payload: object;
}

export const toChangeRecord = <Payload extends object>(
  { name }: ChangeType<Payload>,
  payload: Payload,
): ChangeRecord => ({ type: name, payload });
