import { styleText } from 'node:util';

export type Style = Extract<Parameters<typeof styleText>[0], string>;

/**
 * Styles a text if the stream is a terminal with colors. The variables NO_COLOR and FORCE_COLOR have precedence.
 * @param stream where the text is printed
 */
export const styled = (style: Style, text: string, stream: NodeJS.WritableStream = process.stdout): string =>
  styleText(style, text, { stream });

/** Whether texts for a stream are styled. */
export const hasColors = (stream: NodeJS.WritableStream): boolean => styled('bold', '-', stream) !== '-';
