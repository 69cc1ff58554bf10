import type { Edit } from './inserting.js';

export const isUrl = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/**
 * @returns the selection as a link to a pasted address; null if this is none, or the selection has no text for a link
 */
export function linkTo(pasted: string, text: string, from: number, to: number): Edit | null {
  const [address, selected] = [pasted.trim(), text.slice(from, to)];
  const isLink = !/\s/.test(address) && isUrl(address);
  const isText = selected.trim() !== '' && !selected.includes('\n') && !isUrl(selected.trim());
  if (!isLink || !isText) return null;
  const by = `[${selected}](${address.replaceAll(/[()]/g, String.raw`\$&`)})`;
  return { from, to, by, selection: [from + by.length, from + by.length] };
}
