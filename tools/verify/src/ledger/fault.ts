/**
 * The kinds of faults. Lost: an accepted change is not stored, or did not arrive at a device. Doubled: stored twice, or
 * delivered twice to one connection. Out of order: delivered after a later change. Wrong: any other broken promise.
 */
export const FAULT_KINDS = ['lost', 'doubled', 'out_of_order', 'wrong'] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** One broken promise, with the data to find it in the database and in the log. */
export interface Fault {
  readonly kind: FaultKind;
  readonly what: string;
  readonly room_id: string;
  /** The username, or the device if it is a fault of a device. */
  readonly who: string;
  readonly seq?: number | undefined;
  readonly message_id?: string | undefined;
}
