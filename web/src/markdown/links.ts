const SCHEMES = ['http:', 'https:', 'mailto:'];

/** Whether a link of a message may lead to an address. */
export const isLinkTarget = (href: string): boolean => URL.canParse(href) && SCHEMES.includes(new URL(href).protocol);

/** An address as people write it, with or without a scheme: its host, or the domain of a mail address. */
const WRITTEN_HOST = /(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}{2,}/giu;

/** The host to which a link leads, in ASCII: letters of another script that look alike are not shown. */
export const hostOf = (href: string): string => {
  const { protocol, host, pathname } = new URL(href);
  return protocol === 'mailto:' ? decodeURIComponent(pathname.slice(pathname.lastIndexOf('@') + 1)) : host;
};

/**
 * The host of a link that its text does not tell: the text is another address.
 * @param text as the reader sees it
 * @returns undefined: the text has no address, or that of the link
 */
export function hiddenHost(href: string, text: string): string | undefined {
  const host = hostOf(href);
  const written = [...text.matchAll(WRITTEN_HOST)].map(([name]) => asciiOf(name));
  return written.length === 0 || written.includes(bare(host)) ? undefined : host;
}

/** Without a port and without `www`. */
const bare = (host: string): string => host.toLowerCase().replace(/^www\.|:\d+$/g, '');

const asciiOf = (name: string): string =>
  bare(URL.canParse(`https://${name}`) ? new URL(`https://${name}`).host : name);
