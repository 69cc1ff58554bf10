/** As far as gauges count rows of the database, which they do all the time. */
export const MOST_COUNTED = 10_000;
