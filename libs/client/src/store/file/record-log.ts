/// <reference types="node" />
import { crc32 } from 'node:zlib';

import type { RecordChange, RecordKey } from '../record-store.js';

/** The place of a record's JSON text. */
export interface Place {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** A change in a batch: with the length of its JSON text, unless it removes. */
export type LoggedChange = readonly [collection: string, key?: RecordKey, length?: number];

export interface Batch {
  readonly changes: readonly LoggedChange[];
  /** Of the first record's text in the bytes of the log. */
  readonly start: number;
  readonly end: number;
}

const NEWLINE = 10;
/** Eight hexadecimal digits and a space. */
const CHECKSUM_BYTES = 9;

/**
 * A batch of the log: a line with a checksum and the changes as JSON, then the text of their records. So a reader finds
 * the records without parsing them.
 */
export function encodeBatch(changes: readonly RecordChange[]): Buffer {
  const texts = changes.map(({ collection, value }) => {
    const text = value === undefined ? '' : (JSON.stringify(value) as string | undefined);
    if (text === undefined) throw new TypeError(`A record of ${collection} is not a JSON value.`);
    return Buffer.from(text);
  });
  return batchOf(
    changes.map(({ collection, key }, at) => logged(collection, key, texts[at]?.length ?? 0)),
    texts,
  );
}

/** As {@link encodeBatch}, of records whose texts are known. */
export function batchOf(changes: readonly LoggedChange[], texts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(changes)}\n`), ...texts]);
  return Buffer.concat([Buffer.from(`${checksumOf(content)} `), content]);
}

/** Reads the batch that begins at an offset. @returns undefined if there is none, or not all of it */
export function readBatch(log: Buffer, offset: number): Batch | undefined {
  const contentStart = offset + CHECKSUM_BYTES;
  const start = log.indexOf(NEWLINE, contentStart) + 1;
  const changes = start === 0 ? undefined : parseChanges(log.toString('utf8', contentStart, start));
  if (!changes) return undefined;
  const end = changes.reduce((sum, [, , length = 0]) => sum + length, start);
  const checksum = log.toString('latin1', offset, contentStart - 1);
  const isWhole = end <= log.length && checksum === checksumOf(log.subarray(contentStart, end));
  return isWhole ? { changes, start, end } : undefined;
}

function logged(collection: string, key: RecordKey | undefined, length: number): LoggedChange {
  if (key === undefined) return [collection];
  return length === 0 ? [collection, key] : [collection, key, length];
}

/** Undefined for a line that was not written completely. */
function parseChanges(line: string): readonly LoggedChange[] | undefined {
  try {
    const changes: unknown = JSON.parse(line);
    return Array.isArray(changes) && changes.every(Array.isArray) ? (changes as unknown as LoggedChange[]) : undefined;
  } catch {
    return undefined;
  }
}

const checksumOf = (content: Uint8Array): string => crc32(content).toString(16).padStart(8, '0');
