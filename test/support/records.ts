/** A record of the log of a service that writes JSON. */
export interface Record {
  readonly level: string;
  readonly msg: string;
  readonly context?: string;
  readonly stack?: string;
  readonly [field: string]: unknown;
}

/**
 * All that a service has logged.
 * @param output what it has printed
 * @throws SyntaxError if a line is no record
 */
export function recordsIn(output: string): Record[] {
  const whole = output.slice(0, output.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record);
}
