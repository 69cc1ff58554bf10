import { Injectable } from '@nestjs/common';
import { invalid } from '@parley/protocol';
import type { DoNotDisturb, MailNotices, NotifyLevel } from '@parley/protocol';
import { checkKnownKeys, Choice, ClientEvent, Matching, Optional, StrictObject, Text } from '@parley/realtime/requests';
import type { Answer, EventContext, EventHandler } from '@parley/realtime/requests';

import { NOTIFY_LEVELS } from '../level.js';
import { MAIL_NOTICES } from '../notification.settings.js';
import { isTimeZone, TIME_OF_DAY } from '../quiet-hours.js';
import { UserNotifyService } from '../user-notify.js';
import type { UserNotifySettings } from '../user-notify.repository.js';

const LONGEST_TIMEZONE = 64;

class DoNotDisturbRequest implements DoNotDisturb {
  @Matching(TIME_OF_DAY)
  from!: string;

  @Matching(TIME_OF_DAY)
  to!: string;

  /** A name of the IANA time zone database. */
  @Text({ min: 1, max: LONGEST_TIMEZONE })
  timezone!: string;
}

class UserNotifyRequest {
  @Optional({ nullable: false })
  @Choice(NOTIFY_LEVELS)
  level?: NotifyLevel;

  /** Null: pushes are sent at all hours. */
  @Optional()
  @StrictObject(() => DoNotDisturbRequest)
  do_not_disturb?: DoNotDisturbRequest | null;

  /** Which missed messages are mailed to the verified address; null: as the deployment decides. */
  @Optional()
  @Choice(MAIL_NOTICES)
  mail?: MailNotices | null;
}

/**
 * `user.notify`: chooses of which messages the requester is notified in rooms without a choice of their own, at which
 * hours the requester gets no push, and which missed messages are mailed. Without a setting nothing changes, and the requester receives the present
 * settings. Only the requester's devices receive the change.
 */
@Injectable()
@ClientEvent({
  name: 'user.notify',
  summary: 'Chooses of which messages the user is notified, at which hours not, and which missed ones are mailed.',
  request: UserNotifyRequest,
  emits: ['usernotify.dispatch'],
})
export class UserNotifyEvent implements EventHandler<UserNotifyRequest> {
  constructor(private readonly settings: UserNotifyService) {}

  handle(request: UserNotifyRequest, { actor, origin }: EventContext): Promise<Answer | undefined> {
    checkKnownKeys(request);
    return this.settings.change(actor.user.id, settingsOf(request), origin);
  }
}

/** @throws Refusal 4003 */
function settingsOf({ level, do_not_disturb: hours, mail }: UserNotifyRequest): Partial<UserNotifySettings> {
  return {
    // The level of a user without one is `all`.
    ...(level !== undefined && { notifyLevel: level === 'all' ? null : level }),
    ...(hours !== undefined && { doNotDisturb: hours && acceptedHours(hours) }),
    ...(mail !== undefined && { mailNotices: mail }),
  };
}

function acceptedHours({ from, to, timezone }: DoNotDisturbRequest): DoNotDisturb {
  if (from === to) throw invalid({ 'do_not_disturb.to': ['Must not be equal to from.'] });
  if (!isTimeZone(timezone)) throw invalid({ 'do_not_disturb.timezone': ['Must be the name of a time zone.'] });
  return { from, to, timezone };
}
