import { Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';

import { DeploymentSettings } from '../../features/deployment/deployment.settings.js';
import { MailKinds } from '../../features/mail/mail-kinds.js';
import type { MailKind, MailText, MailToCompose } from '../../features/mail/mail-kinds.js';
import { grouped } from '../../platform/collections/groups.js';
import { Config } from '../../platform/config/config.js';
import { PublicAddress } from '../../platform/http/public-address.js';
import { AwayPeopleRepository } from './away-people.repository.js';
import { MissedMailSettings } from './missed-mails.settings.js';
import { MissedMessagesRepository } from './missed-messages.repository.js';
import type { MissedMessage } from './missed-messages.repository.js';
import { TEXTS } from './missed-messages.texts.js';
import { SHOWN, sectionOf } from './missed-room.js';
import type { MissedRoom } from './missed-room.js';
import { UnsubscribeLinks } from './unsubscribe-links.js';

/** The kind of the mail. */
export const MISSED_MESSAGES = 'missed_messages';

/** The messages of a room that are counted. */
const PER_ROOM = 50;
/** Rooms that are shown, those with the newest messages. */
const SHOWN_ROOMS = 10;
/** The messages of a room whose texts and senders are read. */
const MOST_READ = { full: SHOWN, names: PER_ROOM } as const;

/** Composes the mail of all messages that its user has missed by now: what is read, deleted or left is not in it. */
@Injectable()
export class MissedMessagesMail implements MailKind, OnModuleInit {
  readonly name = MISSED_MESSAGES;

  constructor(
    private readonly kinds: MailKinds,
    private readonly people: AwayPeopleRepository,
    private readonly messages: MissedMessagesRepository,
    private readonly links: UnsubscribeLinks,
    private readonly settings: MissedMailSettings,
    private readonly deployment: DeploymentSettings,
    private readonly address: PublicAddress,
    private readonly config: Config,
  ) {}

  onModuleInit(): void {
    this.kinds.add(this);
  }

  async compose({ userId, language }: MailToCompose): Promise<MailText | undefined> {
    if (userId === null) return undefined;
    const person = await this.people.find(userId);
    if (!person) return undefined;
    const missed = await this.messages.read(userId, person, { perRoom: PER_ROOM });
    const rooms = await this.rooms(userId, missed);
    if (rooms.length === 0) return undefined;
    const { deployment, address, config } = this;
    const { subject, introduction, read, reason, unsubscribe } = TEXTS[language](deployment.name, missed.length);
    return {
      subject,
      paragraphs: [introduction],
      sections: rooms.map((room) => sectionOf(room, this.settings.content, language)),
      ...(config.pages.webClient && { action: { label: read, url: `${address.url}/` } }),
      reason,
      unsubscribe: { label: unsubscribe, ...(await this.links.make(userId)) },
    };
  }

  /** The rooms that are shown, without messages that are deleted or left meanwhile. */
  private async rooms(userId: number, missed: readonly MissedMessage[]): Promise<MissedRoom[]> {
    const rooms = [...grouped(missed, ({ roomId }) => roomId).values()].slice(0, SHOWN_ROOMS);
    const read = rooms.flatMap((room) => room.slice(0, MOST_READ[this.settings.content]));
    const shown = await this.messages.shown(userId, read);
    return rooms.flatMap((room) => {
      const [newest, ...others] = room.flatMap(({ messageId }) => shown.get(messageId) ?? []);
      return newest ? { messages: [newest, ...others] as const, count: room.length } : [];
    });
  }
}
