import type { Language } from '../../platform/http/languages.js';
import type { MailSection, MailText } from './mail-kinds.js';

/** What a mail shows of the deployment that sends it. */
export interface MailSender {
  readonly name: string;
  readonly hasLogo: boolean;
}

/** A mail as text and as HTML. */
export interface MailPage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const RIGHT_TO_LEFT: readonly Language[] = ['ar'];

/** The Content-ID of the logo, which is a part of the mail. */
export const LOGO = 'logo@parley';

/** Many mail programs ignore style sheets, so each element has its style. */
const STYLES = {
  body: 'margin:0;padding:24px 12px;background:#f4f4f8;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif;color:#1f2130',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px',
  name: 'margin:0 0 16px;font-size:14px;font-weight:600;color:#5b5f7a',
  logo: 'height:32px;vertical-align:middle;margin-inline-end:12px',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere;white-space:pre-line',
  section: 'margin:0 0 16px;padding-inline-start:12px;border-inline-start:3px solid #d5d7e5',
  sectionTitle: 'margin:0 0 4px;font-size:16px;line-height:1.3',
  line: 'margin:0 0 4px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 20px;background:#4338ca;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  link: 'color:#4338ca',
  small: 'margin:16px 0 0;font-size:13px;color:#5b5f7a;overflow-wrap:anywhere',
} as const;

/** For mail programs that read style sheets and follow the device: colours alone, in place of those of the elements. */
const DARK_COLOURS = `@media (prefers-color-scheme: dark) {
body { background: #0f1117 !important; color: #eceef4 !important }
.card { background: #1f232e !important }
.quiet { color: #a6aec0 !important }
.button { background: #9aa7ff !important; color: #10142e !important }
.link { color: #9aa7ff !important }
.section { border-color: #3a4152 !important }
}`;

/**
 * A mail in one column, without pictures or anything else of another place.
 * @param deployment its name, and whether the mail carries its logo
 */
export const mailPage = (deployment: MailSender, language: Language, mail: MailText): MailPage => ({
  subject: mail.subject,
  text: textOf(deployment.name, mail),
  html: htmlOf(deployment, language, mail),
});

const textOf = (deployment: string, { paragraphs, sections = [], action, reason, unsubscribe }: MailText): string =>
  [
    ...paragraphs,
    ...sections.map(({ title, lines, more }) =>
      [
        title,
        ...lines.map(({ from, text }) => `  ${lineOf(from, text)}`),
        ...(more === undefined ? [] : [`  ${more}`]),
      ].join('\n'),
    ),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(unsubscribe ? [`-- \n${deployment}\n${reason}\n${unsubscribe.label}: ${unsubscribe.url}`] : []),
    ...(unsubscribe ? [] : [`-- \n${deployment}\n${reason}`]),
  ].join('\n\n');

function htmlOf({ name, hasLogo }: MailSender, language: Language, mail: MailText): string {
  const { subject, paragraphs, sections = [], action, reason, unsubscribe } = mail;
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  const link = (url: string, label: string, kind: 'button' | 'link'): string =>
    `<a class="${kind}" href="${escaped(url)}" style="${STYLES[kind]}">${escaped(label)}</a>`;
  const lines = [
    `<p class="quiet" style="${STYLES.name}">${hasLogo ? `<img src="cid:${LOGO}" alt="" height="32" style="${STYLES.logo}">` : ''}${escaped(name)}</p>`,
    `<h1 style="${STYLES.title}">${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="${STYLES.paragraph}">${escaped(paragraph)}</p>`),
    ...sections.map(sectionOf),
    ...(action
      ? [
          `<p style="${STYLES.paragraph}">${link(action.url, action.label, 'button')}</p>`,
          `<p class="quiet" style="${STYLES.small}"><bdi dir="ltr">${escaped(action.url)}</bdi></p>`,
        ]
      : []),
    `<p class="quiet" style="${STYLES.small}">${escaped(reason)}</p>`,
    ...(unsubscribe ? [`<p style="${STYLES.small}">${link(unsubscribe.url, unsubscribe.label, 'link')}</p>`] : []),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>
${DARK_COLOURS}
</style>
</head>
<body style="${STYLES.body}">
<div class="card" style="${STYLES.card}">
${lines.join('\n')}
</div>
</body>
</html>
`;
}

const sectionOf = ({ title, lines, more }: MailSection): string =>
  [
    `<div class="section" style="${STYLES.section}">`,
    `<h2 dir="auto" style="${STYLES.sectionTitle}">${escaped(title)}</h2>`,
    ...lines.map(
      ({ from, text }) =>
        `<p dir="auto" style="${STYLES.line}"><b>${escaped(from)}</b>${text === '' ? '' : `: ${escaped(text)}`}</p>`,
    ),
    ...(more === undefined ? [] : [`<p style="${STYLES.line}">${escaped(more)}</p>`]),
    '</div>',
  ].join('\n');

const lineOf = (from: string, text: string): string => (text === '' ? from : `${from}: ${text}`);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
