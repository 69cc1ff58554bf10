const LONGEST = 60;
/** It breaks no line, is not seen, and ends what a mail program takes for an address. */
const WORD_JOINER = '\u2060';
/** Where mail programs make links of plain text: before the end of a domain, of a scheme and of a name of a mailbox. */
const LINK_PARTS = /(?<=[\p{L}\p{N}])(?=[.。．｡]\p{L})|(?=:\/\/)|(?<=\S)(?=@\S)/gu;
/** They change the order of the text around them, or are not seen. Those that join letters and emojis stay. */
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * A text of another user or program, such as a name, for a mail to a third person: one short line that has no link and
 * leaves the text around it as it is. Otherwise a name could say in the name of the deployment where to enter a password.
 */
export function othersText(text: string, longest = LONGEST): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(CONTROLS, '').trim();
  const characters = Array.from(line);
  const short = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line;
  return short.replaceAll(LINK_PARTS, WORD_JOINER);
}
