/** The compressed tar of the folder of the database. It is the last entry. */
export const DATABASE_ENTRY = 'database.tar.gz';

/** The SHA-256 of the lines of all files before it, as hexadecimal digits. */
export const DIGEST_ENTRY = 'files.sha256';

export const digestLine = (key: string, sha256: string): string => `${sha256}  ${key}\n`;
