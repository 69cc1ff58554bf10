/** The result of an erasure, which the service does not store. */
export interface ErasureReceipt {
  readonly user_id: number;
  readonly username: string;
  readonly erased_at: string;
  /** The numbers of removed items by kind. */
  readonly removed: Readonly<Record<string, number>>;
}
