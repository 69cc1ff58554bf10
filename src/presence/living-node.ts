/** A node renews its row every few seconds. A node that has not done so for this long (in SQL) counts as dead. */
export const DEAD_AFTER = "interval '20 seconds'";

/**
 * The SQL condition that a node is alive, by the clock of the database, never by that of a node.
 * @param nodes the alias of the table `nodes`
 */
export const isLiving = (nodes: string): string => `(${nodes}.alive_at > now() - ${DEAD_AFTER})`;
