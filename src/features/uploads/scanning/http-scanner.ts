import { Readable } from 'node:stream';

import { blocked, CLEAN, ScanFailed, Scanner, ScannerAway } from './scanner.js';
import type { Verdict } from './scanner.js';

const LONGEST_ANSWER = 65_536;
const LEAST_SERVER_ERROR = 500;

/** A scanner of the operator, at `SCAN_URL`: it gets the bytes by POST, and answers `{clean: boolean, signature?}`. */
export class HttpScanner extends Scanner {
  override readonly description: string;

  constructor(private readonly url: string) {
    super();
    // The path and the query may contain a secret.
    this.description = `the scanner at ${new URL(url).host}`;
  }

  override async scan(bytes: Readable, size: number, signal: AbortSignal): Promise<Verdict> {
    let failure: Error | undefined;
    bytes.once('error', (error) => {
      failure = error;
    });
    try {
      return await this.post(bytes, size, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw failure ?? (error instanceof ScanFailed ? error : new ScannerAway(reasonOf(error)));
    }
  }

  private async post(bytes: Readable, size: number, signal: AbortSignal): Promise<Verdict> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': String(size),
        'user-agent': 'Parley',
        accept: 'application/json',
      },
      body: Readable.toWeb(bytes) as ReadableStream,
      duplex: 'half',
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel().catch(() => undefined);
      const reason = `It answers with status ${String(response.status)}.`;
      throw response.status >= LEAST_SERVER_ERROR ? new ScannerAway(reason) : new ScanFailed(reason);
    }
    return verdictOf(await textOf(response));
  }
}

/** The beginning of an answer, up to one byte more than it may have. */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    // Leaving the loop cancels the rest.
    if (length > LONGEST_ANSWER) throw new ScanFailed(`Its answer has more than ${String(LONGEST_ANSWER)} bytes.`);
  }
  return Buffer.concat(parts).toString();
}

function verdictOf(text: string): Verdict {
  const { clean, signature } = answerIn(text);
  if (clean === true) return CLEAN;
  if (clean === false) return blocked(typeof signature === 'string' ? signature : '');
  throw new ScanFailed('Its answer is not {"clean": true} or {"clean": false}.');
}

function answerIn(text: string): { readonly clean?: unknown; readonly signature?: unknown } {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

/** Never contains a text of the scanner or its URL. */
function reasonOf(error: unknown): string {
  if (error instanceof ScannerAway) return error.message;
  const { name, cause = error } = error as Error;
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' ? code : name;
}
