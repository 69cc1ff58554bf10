/** Runs a statement, and returns its rows. */
export type Query = <Row>(statement: string, parameters: unknown[]) => Promise<readonly Row[]>;
