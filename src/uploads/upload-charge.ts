/** A file takes whole blocks of the quota, so that the quota bounds the number of files too. */
export const BLOCK_BYTES = 4_096;

/** The bytes that a file of this size takes of the quota of its author. */
export const chargeOf = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
