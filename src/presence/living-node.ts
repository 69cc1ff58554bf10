/** A node renews its row every few seconds. Without that for this long (in SQL) it is dead, as everybody sees at once. */
export const DEAD_AFTER = "interval '20 seconds'";

/**
 * The condition, in SQL, that a node lives: by the database's clock, never by a node's.
 * @param nodes the alias of the table `nodes`
 */
export const isLiving = (nodes: string): string => `(${nodes}.alive_at > now() - ${DEAD_AFTER})`;
