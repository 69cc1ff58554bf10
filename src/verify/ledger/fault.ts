/**
 * How a promise breaks. Lost: something that was accepted is not stored, or did not reach a device. Doubled: stored
 * twice, or told twice to one connection. Out of order: told after something later. Wrong: not what was promised.
 */
export const FAULT_KINDS = ['lost', 'doubled', 'out_of_order', 'wrong'] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** One broken promise, told so that it can be found in the database and in the log. */
export interface Fault {
  readonly kind: FaultKind;
  readonly what: string;
  readonly room_id: string;
  /** The username, or the device where it is about one. */
  readonly who: string;
  readonly seq?: number | undefined;
  readonly message_id?: string | undefined;
}
