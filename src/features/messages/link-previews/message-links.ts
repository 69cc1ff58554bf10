import { addressIn } from '@parley/protocol/text';

import { withoutCode } from './without-code.js';

/** The links of a message that get previews. */
const MAX_LINK_PREVIEWS = 3;

const LONGEST_URL = 2_048;
/** The web client formats no longer text, and shows no links in it. */
const MAX_CHARACTERS = 20_000;
const HAS_ADDRESS = /https?:\/\//i;
/** One character more than the longest, so that a longer one is recognised. */
const ADDRESS = /(?<![a-z0-9])https?:\/\/[^\s<>"`\\^{|}]{1,2048}/gi;
/** The text before an address that is delimited by its author: `[text](address)`, or `<address>`. */
const DELIMITED = /(?:\]\(<?|<)$/;
/** Characters that end a sentence, or format the text around a link (GitHub Flavored Markdown, extended autolinks). */
const TRAILING = /[?!.,:;*_~'\]]$/;

/**
 * The first links of a text to pages of the Web outside of code, each once, as its author has written them. The web
 * client finds links by its parser of Markdown, which is too slow for each message of a service: the time of this one
 * grows with the text. `test/integration/message-links.spec.ts` compares both.
 */
export function linksOf(content: string): string[] {
  if (content.length > MAX_CHARACTERS || !HAS_ADDRESS.test(content)) return [];
  const links = new Set<string>();
  for (const link of addressesIn(withoutCode(content))) {
    if (link.length <= LONGEST_URL && isPage(link)) links.add(link);
    if (links.size === MAX_LINK_PREVIEWS) break;
  }
  return [...links];
}

/** One may follow the other without a space between them. */
function* addressesIn(text: string): Generator<string> {
  ADDRESS.lastIndex = 0;
  for (let match = ADDRESS.exec(text); match; match = ADDRESS.exec(text)) {
    const { 0: found, index } = match;
    const isDelimited = DELIMITED.test(text.slice(Math.max(0, index - 3), index));
    const address = isDelimited ? found : addressIn(found);
    ADDRESS.lastIndex = index + address.length;
    yield isDelimited ? untilClosed(address) : withoutEnd(address);
  }
}

/** Without the punctuation that follows the address. */
function withoutEnd(found: string): string {
  let link = untilClosed(found);
  while (TRAILING.test(link)) link = link.slice(0, -1);
  return link;
}

/** A parenthesis that the address has not opened ends it, as in `[text](address)`. */
function untilClosed(found: string): string {
  let open = 0;
  for (let at = 0; at < found.length; at += 1) {
    if (found[at] === '(') open += 1;
    if (found[at] === ')') open -= 1;
    if (open < 0) return found.slice(0, at);
  }
  return found;
}

function isPage(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const { username, password } = new URL(link);
  return username + password === '';
}
