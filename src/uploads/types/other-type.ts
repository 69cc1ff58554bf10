/**
 * The type of a file that is none of `MIME_TYPES`, whatever its author has declared: it is served as a download only.
 */
export const OTHER_TYPE = 'application/octet-stream';
