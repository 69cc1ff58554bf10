/** Of which messages a user is notified: of all, of mentions of the user or the room, or of none. */
export type NotifyLevel = 'all' | 'mentions' | 'none';

/** Of which messages of a room the user is notified. */
export interface NotifyChoice {
  /** Null: as everywhere, by the user's own level. */
  readonly level: NotifyLevel | null;
  /** Until then the user is notified of nothing in the room; null: the room is not muted for a time. */
  readonly muted_until: string | null;
}
