/** What the keepers of this run told: see test/servers. */
declare global {
  /** The database of the project that is running. A spec never asks. */
  var database: 'embedded' | 'postgres';
  /** How many nodes a service of the specs has. */
  var nodes: number;
}

interface Told {
  embedded: { readonly folder: string; readonly template: string };
  postgres: { readonly folder: string; readonly url: string; readonly prefix: string; readonly template: string };
  redis: { readonly folder: string; readonly url: string };
}

export function told<Kind extends keyof Told>(kind: Kind): Told[Kind] {
  const line = process.env[`PARLEY_TEST_${kind.toUpperCase()}`];
  if (line === undefined) throw new Error(`No keeper holds what ${kind} specs need: run the specs with npm test.`);
  return JSON.parse(line) as Told[Kind];
}
