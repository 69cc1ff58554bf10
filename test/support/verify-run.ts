import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { environment } from './environment.js';
import type { ServiceData } from './service-data.js';

const PARLEY = join(import.meta.dirname, '../../bin/parley.js');

/** The fields of the report that specs read. */
export interface Report {
  readonly kept: boolean;
  readonly accepted: number;
  readonly scheduled: number;
  readonly delivered: number;
  readonly lost: number;
  readonly doubled: number;
  readonly out_of_order: number;
  readonly wrong: number;
  readonly devices: number;
  readonly resent: number;
  readonly refused: number;
  readonly reconnects: number;
  readonly latency_ms: { readonly p50: number | null };
  readonly faults: readonly { readonly kind: string; readonly what: string }[];
  readonly unverified: readonly string[];
}

export interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

interface VerifyParticipants {
  readonly input?: string;
  /** Receives each piece of standard error, and a function that interrupts the command. */
  readonly watches?: (sent: string, interrupt: () => void) => void;
}

/** Runs `parley verify` as an operator does. */
export async function verify(
  place: Pick<ServiceData, 'folder' | 'env'>,
  words: readonly string[],
  company: VerifyParticipants = {},
): Promise<Run> {
  const child = spawn(process.execPath, [PARLEY, 'verify', ...words], {
    cwd: place.folder,
    env: { ...environment(place) },
  });
  child.stdin.end(company.input);
  child.stderr.on('data', (sent: Buffer) => {
    company.watches?.(sent.toString(), () => child.kill('SIGINT'));
  });
  const ended = once(child, 'close');
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code, out, errors };
}

/** A short run under load. @returns the exit code and the report */
export async function runVerify(
  serviceData: ServiceData,
  url: string,
  ...words: string[]
): Promise<{ readonly code: number | null; readonly report: Report }> {
  const short = ['--users', '6', '--minutes', '0.05', '--rate', '30'];
  const { code, out, errors } = await verify(serviceData, ['--url', url, '--json', ...short, ...words]);
  if (out === '') throw new Error(`There is no report:\n${errors}`);
  return { code, report: JSON.parse(out) as Report };
}
