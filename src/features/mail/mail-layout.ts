import type { Language } from '../../platform/http/languages.js';
import type { MailText } from './mail-kinds.js';

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

/** Mail programs ignore style sheets, so each element has its style. */
const STYLES = {
  body: 'margin:0;padding:24px 12px;background:#f4f4f8;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif;color:#1f2130',
  card: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px',
  name: 'margin:0 0 16px;font-size:14px;font-weight:600;color:#5b5f7a',
  logo: 'height:32px;vertical-align:middle;margin-inline-end:12px',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere;white-space:pre-line',
  button:
    'display:inline-block;padding:12px 20px;background:#4338ca;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  small: 'margin:16px 0 0;font-size:13px;color:#5b5f7a;overflow-wrap:anywhere',
} as const;

/**
 * A mail in one column, without pictures or anything else of another place.
 * @param deployment its name, and whether the mail carries its logo
 */
export const mailPage = (deployment: MailSender, language: Language, mail: MailText): MailPage => ({
  subject: mail.subject,
  text: textOf(deployment.name, mail),
  html: htmlOf(deployment, language, mail),
});

const textOf = (deployment: string, { paragraphs, action, reason, unsubscribe }: MailText): string =>
  [
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(unsubscribe ? [`-- \n${deployment}\n${reason}\n${unsubscribe.label}: ${unsubscribe.url}`] : []),
    ...(unsubscribe ? [] : [`-- \n${deployment}\n${reason}`]),
  ].join('\n\n');

function htmlOf({ name, hasLogo }: MailSender, language: Language, mail: MailText): string {
  const { subject, paragraphs, action, reason, unsubscribe } = mail;
  const direction = RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr';
  const link = (url: string, label: string, style: string): string =>
    `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`;
  const lines = [
    `<p style="${STYLES.name}">${hasLogo ? `<img src="cid:${LOGO}" alt="" height="32" style="${STYLES.logo}">` : ''}${escaped(name)}</p>`,
    `<h1 style="${STYLES.title}">${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="${STYLES.paragraph}">${escaped(paragraph)}</p>`),
    ...(action
      ? [
          `<p style="${STYLES.paragraph}">${link(action.url, action.label, STYLES.button)}</p>`,
          `<p dir="ltr" style="${STYLES.small}">${escaped(action.url)}</p>`,
        ]
      : []),
    `<p style="${STYLES.small}">${escaped(reason)}</p>`,
    ...(unsubscribe
      ? [`<p style="${STYLES.small}">${link(unsubscribe.url, unsubscribe.label, 'color:#4338ca')}</p>`]
      : []),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(subject)}</title>
</head>
<body style="${STYLES.body}">
<div style="${STYLES.card}">
${lines.join('\n')}
</div>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
