const SCHEMES = ['http:', 'https:', 'mailto:'];

/** Whether a link of a message may lead to an address. */
export const isLinkTarget = (href: string): boolean => URL.canParse(href) && SCHEMES.includes(new URL(href).protocol);
