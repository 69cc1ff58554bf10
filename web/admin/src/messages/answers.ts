/** The records of the delivery of a message to a user. */
export interface DeliveryTrace {
  readonly verdict: { readonly text: string };
  readonly message: {
    readonly room_id: string;
    readonly seq: number | null;
    readonly sender: string | null;
    readonly length: number | null;
  };
  readonly story: readonly { readonly at: string | null; readonly text: string }[];
  readonly unknown: readonly { readonly what: string; readonly reason: string }[];
}
