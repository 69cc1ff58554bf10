/** A record of a service's JSON log. */
export interface Record {
  readonly level: string;
  readonly msg: string;
  readonly context?: string;
  readonly stack?: string;
  readonly [field: string]: unknown;
}

/**
 * All log records of a service.
 * @param output the output of the service
 * @throws SyntaxError if a line is not a record
 */
export function recordsIn(output: string): Record[] {
  const whole = output.slice(0, output.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record);
}
