import { Injectable } from '@nestjs/common';
import type { Transporter } from 'nodemailer';

import { LOGO } from './mail-layout.js';
import type { MailPage } from './mail-layout.js';
import { MailSettings } from './mail.settings.js';

/** A mail as it goes to the SMTP server. */
export interface OutgoingMail {
  readonly id: string;
  readonly address: string;
  readonly page: MailPage;
  /** A WebP picture, which the HTML names as {@link LOGO}. */
  readonly logo: Buffer | undefined;
  /** For List-Unsubscribe with one click (RFC 8058). */
  readonly unsubscribeUrl: string | undefined;
}

/** `refused`: for good. `away`: it may be sent later. The reason has no secrets. */
export type SmtpResult = { readonly outcome: 'sent' } | { readonly outcome: 'refused' | 'away'; readonly why: string };

const CONNECTION_MS = 10_000;
/** Without a byte of the server. */
const SILENCE_MS = 20_000;
const LONGEST_REASON = 200;
/** The commands that are about the mail, and not about its sender. */
const OF_THE_MAIL = ['RCPT TO', 'DATA'];
const PERMANENT = 500;

/** Sends mails by the SMTP server. Each has a connection of its own. */
@Injectable()
export class Smtp {
  private transport: Promise<Transporter> | undefined;

  constructor(private readonly settings: MailSettings) {}

  /** Sends a mail, or says why not: whether the server takes it back later is the matter of the server. */
  async send({ id, address, page, logo, unsubscribeUrl }: OutgoingMail): Promise<SmtpResult> {
    this.transport ??= this.connect(this.settings.smtpUrl ?? '');
    const { from, replyTo } = this.settings;
    const { subject, text, html } = page;
    try {
      const transport = await this.transport;
      await transport.sendMail({
        from,
        ...(replyTo !== undefined && { replyTo }),
        // An object: the text of an address could name several.
        to: { name: '', address },
        subject,
        text,
        html,
        ...(logo && { attachments: [{ filename: 'logo.webp', contentType: 'image/webp', content: logo, cid: LOGO }] }),
        // The same for each attempt, so that a mail that arrives twice is known as one.
        messageId: `<${id}@${hostOf(from)}>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...oneClick(unsubscribeUrl) },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      return { outcome: 'sent' };
    } catch (error) {
      return failureOf(error as SmtpError);
    }
  }

  private async connect(url: string): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    const { dkim } = this.settings;
    const { searchParams } = new URL(url);
    return createTransport({
      url,
      connectionTimeout: CONNECTION_MS,
      greetingTimeout: CONNECTION_MS,
      socketTimeout: SILENCE_MS,
      // STARTTLS is used where the server offers it; a password is not sent without it.
      requireTLS: searchParams.get('requireTLS') === 'true',
      ...(dkim && { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key } }),
    });
  }
}

interface SmtpError extends Error {
  /** Of nodemailer. */
  readonly code?: string;
  readonly responseCode?: number;
  /** The last line of the server. */
  readonly response?: string;
  readonly command?: string;
}

function failureOf({ code, responseCode = 0, response, command = '', message }: SmtpError): SmtpResult {
  const why = (response ?? `${code ?? 'ERROR'}: ${message}`).replaceAll(/\s+/g, ' ').slice(0, LONGEST_REASON);
  const isForGood = responseCode >= PERMANENT && OF_THE_MAIL.includes(command);
  return { outcome: isForGood ? 'refused' : 'away', why };
}

const hostOf = (from: string): string => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';

const oneClick = (url: string | undefined): Record<string, string> =>
  url === undefined ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
