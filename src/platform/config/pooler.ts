/** The owner of the connections to PostgreSQL: the service itself, or a pooler before it, for each transaction. */
export const poolers = ['none', 'transaction'] as const;
export type Pooler = (typeof poolers)[number];
