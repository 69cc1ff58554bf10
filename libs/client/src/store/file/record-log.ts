/// <reference types="node" />
import { crc32 } from 'node:zlib';

import type { RecordChange, RecordKey } from '../record-store.js';

/** A change in a batch: with the length of its JSON text, unless it removes. */
export type LoggedChange = readonly [collection: string, key?: RecordKey, length?: number];

/** A line of JSON with a checksum of it and of the bytes after it. */
interface Block {
  readonly value: readonly unknown[];
  /** Of the bytes after the line. */
  readonly start: number;
  readonly end: number;
}

export interface Batch {
  readonly changes: readonly (readonly [change: LoggedChange, text: Buffer])[];
  readonly end: number;
}

/**
 * The sizes of the batches of a snapshot, one a collection, by which one of them is found without reading the others.
 */
export type Directory = readonly (readonly [collection: string, bytes: number])[];

const NEWLINE = 10;
/** Eight hexadecimal digits and a space. */
const CHECKSUM_BYTES = 9;

export function encodeBatch(changes: readonly RecordChange[]): Buffer {
  const texts = changes.map(({ collection, value }) => {
    const text = value === undefined ? '' : (JSON.stringify(value) as string | undefined);
    if (text === undefined) throw new TypeError(`A record of ${collection} is not a JSON value.`);
    return Buffer.from(text);
  });
  return encodeTexts(changes.map(({ collection, key }, at) => [logged(collection, key, texts[at]), texts[at]]));
}

/** As {@link encodeBatch}, of records whose texts are known. */
export function encodeTexts(changes: readonly (readonly [LoggedChange, Buffer | undefined])[]): Buffer {
  return encodeBlock(
    changes.map(([change]) => change),
    changes.flatMap(([, text]) => text ?? []),
  );
}

/** Reads the batch that begins at an offset. @returns undefined if there is none, or not all of it */
export function readBatch(log: Buffer, offset: number): Batch | undefined {
  const lengthOf = (changes: readonly unknown[]): number =>
    (changes as readonly LoggedChange[]).reduce((sum, [, , length = 0]) => sum + length, 0);
  const block = readBlock(log, offset, lengthOf);
  if (!block) return undefined;
  let at = block.start;
  const changes = (block.value as readonly LoggedChange[]).map(
    (change) => [change, log.subarray(at, (at += change[2] ?? 0))] as const,
  );
  return { changes, end: block.end };
}

export const encodeDirectory = (directory: Directory): Buffer => encodeBlock(directory, []);

/** @returns undefined if there is none, or not all of it */
export function readDirectory(log: Buffer, offset: number): { directory: Directory; end: number } | undefined {
  const block = readBlock(log, offset, () => 0);
  return block && { directory: block.value as Directory, end: block.end };
}

function encodeBlock(value: readonly unknown[], texts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat([Buffer.from(`${JSON.stringify(value)}\n`), ...texts]);
  return Buffer.concat([Buffer.from(`${checksumOf(content)} `), content]);
}

/** @param lengthOf how many bytes follow the line */
function readBlock(log: Buffer, offset: number, lengthOf: (value: readonly unknown[]) => number): Block | undefined {
  const contentStart = offset + CHECKSUM_BYTES;
  const start = log.indexOf(NEWLINE, contentStart) + 1;
  const value = start === 0 ? undefined : parseLine(log.toString('utf8', contentStart, start));
  if (!value) return undefined;
  const end = start + lengthOf(value);
  const checksum = log.toString('latin1', offset, contentStart - 1);
  const isWhole = end <= log.length && checksum === checksumOf(log.subarray(contentStart, end));
  return isWhole ? { value, start, end } : undefined;
}

function logged(collection: string, key: RecordKey | undefined, text: Buffer | undefined): LoggedChange {
  if (key === undefined) return [collection];
  return text?.length ? [collection, key, text.length] : [collection, key];
}

/** Undefined for a line that was not written completely. */
function parseLine(line: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) && value.every(Array.isArray) ? value : undefined;
  } catch {
    return undefined;
  }
}

const checksumOf = (content: Uint8Array): string => crc32(content).toString(16).padStart(8, '0');
