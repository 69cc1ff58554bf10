/** The number up to which gauges count rows of the database. */
export const MOST_COUNTED = 10_000;
