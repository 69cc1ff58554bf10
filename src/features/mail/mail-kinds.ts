import { Injectable } from '@nestjs/common';

import type { Language } from '../../platform/http/languages.js';

/** What some people have written in one place. */
export interface MailSection {
  readonly title: string;
  /** The text may be empty. */
  readonly lines: readonly { readonly from: string; readonly text: string }[];
  /** How many further ones there are. */
  readonly more?: string;
}

/** What a mail says, in one language. It is escaped where it becomes HTML; texts of other people go through `othersText`. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly sections?: readonly MailSection[];
  /** What the reader can do, as a button in HTML. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Why the reader gets this mail, in small print. */
  readonly reason: string;
  /** How to get no more of them: by a page, and by a request that a mail program sends (RFC 8058). */
  readonly unsubscribe?: { readonly label: string; readonly url: string; readonly oneClickUrl: string };
}

/** A mail that is due. */
export interface MailToCompose {
  readonly userId: number | null;
  readonly address: string;
  readonly language: Language;
  /** What the feature has stored with it. */
  readonly data: unknown;
}

/** Composes the mails of one kind when they are sent, so that they say what is true then. */
export interface MailKind {
  readonly name: string;
  /** @returns undefined if there is nothing to tell any more */
  compose(mail: MailToCompose): MailText | undefined | Promise<MailText | undefined>;
}

/** The kinds of mails, each of the feature that sends it. */
@Injectable()
export class MailKinds {
  private readonly kinds = new Map<string, MailKind>();

  /** Called while the modules are initialised. */
  add(kind: MailKind): void {
    this.kinds.set(kind.name, kind);
  }

  find(name: string): MailKind | undefined {
    return this.kinds.get(name);
  }

  /** Mails of further kinds wait for nodes of another release. */
  get names(): readonly string[] {
    return [...this.kinds.keys()];
  }
}
