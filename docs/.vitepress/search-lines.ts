const START = /<h[1-6][ >]/g;
const END = /<\/h[1-6]>/g;

/**
 * Puts each heading of a page on a line of its own. The search index of VitePress finds headings by an expression that
 * takes minutes on a long line of HTML.
 */
export const headingsOnLines = (html: string): string => html.replace(START, '\n$&').replace(END, '$&\n');
