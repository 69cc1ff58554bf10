import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The reversed polynomial of CRC-32C, by which PostgreSQL protects its control file. */
const CRC_32C = 0x82f63b78;
/** No control file is longer: PostgreSQL writes it as one sector of a disk. */
const LONGEST_CONTROL = 512;
/** The place of the identifier in the header of a file of the write-ahead log. */
const IN_LOG = 24;
/** Files of the write-ahead log have names of this form. */
const LOG_FILE = /^[\dA-F]{24}$/;

/**
 * Gives a database that was never opened another system identifier: in its control file, and in its write-ahead log,
 * which PostgreSQL compares with it.
 * @throws Error if the files are not those of a database
 */
export function identify(folder: string, identifier: bigint): void {
  const control = join(folder, 'global/pg_control');
  const bytes = readFileSync(control);
  const end = checksumPlace(bytes);
  const former = bytes.readBigUInt64LE(0);
  bytes.writeBigUInt64LE(identifier, 0);
  bytes.writeUInt32LE(crc32c(bytes.subarray(0, end)), end);
  const logs = join(folder, 'pg_wal');
  for (const name of readdirSync(logs).filter((file) => LOG_FILE.test(file))) {
    replaceInLog(join(logs, name), former, identifier);
  }
  writeFileSync(control, bytes);
}

function replaceInLog(file: string, former: bigint, identifier: bigint): void {
  const bytes = Buffer.alloc(8);
  const log = openSync(file, 'r+');
  try {
    readSync(log, bytes, { position: IN_LOG });
    if (bytes.readBigUInt64LE() !== former) throw new Error(`${file} has another system identifier`);
    bytes.writeBigUInt64LE(identifier);
    writeSync(log, bytes, 0, bytes.length, IN_LOG);
  } finally {
    closeSync(log);
  }
}

/** Its place depends on the version of PostgreSQL: it is where the checksum of all bytes before is. */
function checksumPlace(bytes: Buffer): number {
  for (let at = 8; at < LONGEST_CONTROL; at += 4) {
    if (bytes.readUInt32LE(at) === crc32c(bytes.subarray(0, at))) return at;
  }
  throw new Error('the control file has no checksum');
}

function crc32c(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? CRC_32C : 0);
  }
  return ~crc >>> 0;
}
