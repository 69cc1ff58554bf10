import { hasColors, styled } from '../../../src/platform/logging/terminal-style.js';
import type { Style } from '../../../src/platform/logging/terminal-style.js';

/** The length of a line that is not printed on a terminal. */
const LENGTH = 120;

interface Frame {
  /** Of a frame from the service. */
  readonly eventType?: string;
  /** Of a frame to the service. */
  readonly event_type?: string;
  readonly data?: unknown;
}

/** One line about a frame that a user sends or receives: the user, the type, and the beginning of the data. */
export function frameLine(
  user: string,
  direction: 'sends' | 'receives',
  frame: Frame,
  out: NodeJS.WritableStream & { readonly columns?: number } = process.stdout,
): string {
  const head = [user.padEnd(5), direction.padEnd(8), frame.eventType ?? frame.event_type ?? ''] as const;
  const room = (out.columns ?? LENGTH) - head.join(' ').length - 1;
  const data = shortened(JSON.stringify(frame.data ?? null), room);
  if (!hasColors(out)) return [...head, data].join(' ');
  const styles: readonly Style[] = ['bold', direction === 'sends' ? 'green' : 'blue', 'cyan'];
  return [...head.map((word, at) => styled(styles[at] ?? 'bold', word, out)), styled('gray', data, out)].join(' ');
}

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, Math.max(0, length - 1)).toWellFormed()}…`;
