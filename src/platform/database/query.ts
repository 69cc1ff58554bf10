/** Runs a statement, and returns its rows. */
export type Query = <Row>(statement: string, parameters: unknown[]) => Promise<readonly Row[]>;

/** A pool, a connection or a transaction that runs statements. */
export interface QuerySource {
  query<Rows>(statement: string, parameters: unknown[]): Promise<Rows>;
}

/** @param source a connection, or a transaction */
export const queryOf =
  (source: Pick<QuerySource, 'query'>): Query =>
  <Row>(statement: string, parameters: unknown[]) =>
    source.query<Row[]>(statement, parameters);
