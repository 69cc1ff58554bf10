/** A message from a tab to the tab with the connection. */
export type ToLeader =
  | { readonly type: 'open'; readonly tab: string; readonly socket: string }
  | { readonly type: 'send'; readonly socket: string; readonly text: string }
  | { readonly type: 'close'; readonly socket: string };

/** From the tab that leads to a socket, or to all. */
export type FromLeader =
  | { readonly type: 'frame'; readonly to?: string; readonly text: string }
  /** The answer to `open`, whether there is a connection or not. */
  | { readonly type: 'opened'; readonly to: string }
  | { readonly type: 'closed'; readonly code: number; readonly reason: string }
  | { readonly type: 'lead' }
  | { readonly type: 'written'; readonly positions: Readonly<Record<string, number>> };

/** `removed`: the records were removed, which any tab announces. */
export type TabMessage = ToLeader | FromLeader | { readonly type: 'removed' };
