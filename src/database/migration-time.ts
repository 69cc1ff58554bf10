/** The time of writing, in milliseconds since 1970, that ends the name of a migration. */
export const migrationTime = (name: string): number => Number(name.slice(-13));
