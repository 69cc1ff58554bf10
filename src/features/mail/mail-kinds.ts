import { Injectable } from '@nestjs/common';

import type { Language } from '../../platform/http/languages.js';

/** What a mail says, in one language. Texts of people may stand in it: it is escaped where it becomes HTML. */
export interface MailText {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** What the reader can do, as a button in HTML. */
  readonly action?: { readonly label: string; readonly url: string };
  /** Why the reader gets this mail, in small print. */
  readonly reason: string;
  /** How to get no more of them. */
  readonly unsubscribe?: { readonly label: string; readonly url: string };
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
