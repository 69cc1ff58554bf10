import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { preferredLanguage } from './languages.js';
import type { Language } from './languages.js';
import { pagePolicy } from './page-policy.js';

/** Where the page leads. */
export interface UnknownPageLinks {
  /** Below which a proxy serves the service. */
  readonly publicPath: string;
  readonly hasWebClient: boolean;
  readonly hasDocs: boolean;
}

interface Texts {
  readonly title: string;
  readonly text: string;
  readonly chat: string;
  readonly docs: string;
  readonly direction?: 'ltr' | 'rtl';
}

/** In the languages of the web client. */
const TEXTS: Readonly<Record<Language, Texts>> = {
  ar: {
    title: 'الصفحة غير موجودة',
    text: 'لا يوجد شيء على هذا العنوان، أو لم يعد موجودًا.',
    chat: 'إلى المحادثات',
    docs: 'إلى التوثيق',
    direction: 'rtl',
  },
  de: {
    title: 'Seite nicht gefunden',
    text: 'An dieser Adresse ist nichts, oder nichts mehr.',
    chat: 'Zum Chat',
    docs: 'Zur Dokumentation',
  },
  en: {
    title: 'Page not found',
    text: 'There is nothing at this address, or nothing any more.',
    chat: 'Go to the chat',
    docs: 'Go to the documentation',
  },
  es: {
    title: 'Página no encontrada',
    text: 'No hay nada en esta dirección, o ya no lo hay.',
    chat: 'Ir al chat',
    docs: 'Ir a la documentación',
  },
  ja: {
    title: 'ページが見つかりません',
    text: 'このアドレスには何もないか、すでに削除されています。',
    chat: 'チャットへ',
    docs: 'ドキュメントへ',
  },
};

const STYLE = `
:root { color-scheme: light dark; }
body { display: grid; gap: 12px; align-content: center; justify-items: center; min-height: 90vh; margin: 0 16px;
  background: light-dark(#f3f4f8, #0f1117); color: light-dark(#181c26, #eceef4);
  font: 1rem/1.5 system-ui, sans-serif; text-align: center; }
h1, p { margin: 0; }
nav { display: flex; flex-wrap: wrap; gap: 8px 24px; justify-content: center; }
a { padding: 10px 0; color: light-dark(#4353c9, #9aa7ff); }
`;
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** The policy of the page, which has a style and nothing else. */
export const unknownPagePolicy = pagePolicy({ sources: { styleSrc: [STYLE_HASH] } });

/** Whether somebody has opened an address in a browser, and no program has asked for it. */
export const isOpenedInBrowser = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;

/** A page that says that there is nothing at the address, and leads on. It contains nothing of the request. */
export function unknownPage(request: IncomingMessage, { publicPath, hasWebClient, hasDocs }: UnknownPageLinks): string {
  const language = preferredLanguage(request);
  const { title, text, chat, docs, direction = 'ltr' } = TEXTS[language];
  const links = [
    ...(hasWebClient ? [`<a href="${publicPath}/">${chat}</a>`] : []),
    ...(hasDocs ? [`<a href="${publicPath}/docs/">${docs}</a>`] : []),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
<main>
<h1>${title}</h1>
<p>${text}</p>
<nav>${links.join('\n')}</nav>
</main>
</html>
`;
}
