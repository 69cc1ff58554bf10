import { prettyFactory } from 'pino-pretty';

/** Where lines are written: at once, so that none is lost when the process ends. */
export interface Destination {
  write(line: string): void;
}

/**
 * The same records as lines for people, made in this process.
 * @param colors whether a terminal shows them
 */
export function forPeople(to: Destination, colors: boolean): Destination {
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
      const { stack, ...told } = JSON.parse(record) as { stack?: string };
      to.write(line(told) + (stack === undefined ? '' : `${stack}\n`));
    },
  };
}
