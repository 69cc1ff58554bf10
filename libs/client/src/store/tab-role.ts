/** The view that a store has of the other tabs with the same records. */
export interface TabRole {
  /** Of this tab, while it lives. */
  readonly id: string;
  /** Whether this tab writes messages and positions. Every tab writes its own unsent messages. */
  readonly isLeader: boolean;
  /** Resolves when it is known which tab leads. */
  readonly ready: Promise<void>;
  /** The tabs that live now. */
  liveTabs(): Promise<ReadonlySet<string>>;
  /** Passes to the other tabs which rooms were written, with their positions. */
  announceWritten(positions: Readonly<Record<string, number>>): void;
  /** Passes to the other tabs that the user has logged out. */
  announceRemoval(): void;
  listen(listener: TabRoleListener): void;
}

export interface TabRoleListener {
  /** This tab leads from now on, or another tab has ended while this one leads. */
  onLead(): void;
  /** Another tab has taken the lead from this one. */
  onFollow(): void;
  onWritten(positions: Readonly<Record<string, number>>): void;
  onRemoval(): void;
}

/** The only program that uses the records. */
export const ALONE: TabRole = {
  id: 'alone',
  isLeader: true,
  ready: Promise.resolve(),
  liveTabs: () => Promise.resolve(new Set(['alone'])),
  announceWritten: () => undefined,
  announceRemoval: () => undefined,
  listen: () => undefined,
};
