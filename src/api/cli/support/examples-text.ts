/** The part of a help text with the given invocations of a command. */
export const examplesText = (invocations: readonly string[]): string =>
  [`\n${invocations.length === 1 ? 'Example' : 'Examples'}:`, ...invocations.map((each) => `  ${each}`)].join('\n');
