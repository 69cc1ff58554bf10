import { applyEdit, insertText } from './inserting.js';
import { linkTo } from './links.js';

/** Characters of HTML. Longer ones are pasted as their text. */
const MAX_HTML = 300_000;
/** Marks what code editors copy, whose HTML has nothing but colours. */
const OF_EDITOR = 'vscode-editor-data';

/** Pastes formatted text as Markdown, and an address over a selection as a link. The browser pastes the rest. */
export function handlePaste(event: ClipboardEvent, area: HTMLTextAreaElement): void {
  const data = event.clipboardData;
  if (!data || data.files.length > 0) return;
  const text = data.getData('text/plain');
  const link = linkTo(text, area.value, area.selectionStart, area.selectionEnd);
  const html = data.types.includes(OF_EDITOR) ? '' : data.getData('text/html');
  if (!link && (html === '' || html.length > MAX_HTML)) return;
  event.preventDefault();
  if (link) applyEdit(area, link);
  else void pasteHtml(area, html, text);
}

/** @param text the same without formats, if nothing else can be pasted */
async function pasteHtml(area: HTMLTextAreaElement, html: string, text: string): Promise<void> {
  const markdown = await markdownFrom(html);
  if (area.isConnected) insertText(area, markdown ?? text);
}

/** The conversion is loaded with the first formatted text. */
const markdownFrom = (html: string): Promise<string | null> =>
  import('../markdown/from-html.js').then((converter) => converter.markdownFrom(html)).catch(() => null);
