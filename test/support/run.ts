interface Prepared {
  embedded: { readonly folder: string; readonly template: string };
  postgres: {
    readonly folder: string;
    readonly url: string;
    /** The servers on which each database is: several on Citus. */
    readonly servers: readonly string[];
    readonly prefix: string;
    readonly template: string;
    /** The template before its distribution, on Citus. */
    readonly undistributed?: string;
  };
  pooler: { readonly folder: string; readonly url: string };
  redis: { readonly folder: string; readonly url: string };
}

export function prepared<Kind extends keyof Prepared>(kind: Kind): Prepared[Kind] {
  const line = process.env[`PARLEY_TEST_${kind.toUpperCase()}`];
  if (!line) throw new Error(`There is no keeper for ${kind} specs: run the specs with npm test.`);
  return JSON.parse(line) as Prepared[Kind];
}

/** The database of the running test project. Specs do not depend on it. */
export const testDatabase = (): 'embedded' | 'postgres' => process.env.TEST_DATABASE as 'embedded' | 'postgres';
