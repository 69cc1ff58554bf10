import { prettyFactory } from 'pino-pretty';

/** Writes lines synchronously, so that none is lost when the process ends. */
export interface Destination {
  write(line: string): void;
}

/**
 * Formats records as readable lines, in this process.
 * @param colors whether the output is a terminal with colors
 */
export function prettyDestination(to: Destination, colors: boolean): Destination {
  const line = prettyFactory({
    colorize: colors,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'node,version,context',
    messageFormat: ({ context, msg }) => `[${String(context)}] ${String(msg)}`,
    errorLikeObjectKeys: [],
  });
  return {
    write: (record) => {
      const { stack, ...fields } = JSON.parse(record) as { stack?: string };
      to.write(line(fields) + (stack === undefined ? '' : `${stack}\n`));
    },
  };
}
