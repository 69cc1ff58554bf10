import { Injectable } from '@nestjs/common';

import { Config } from '../../platform/config/config.js';
import { Limits } from '../../platform/config/limits.settings.js';
import { PendingSettings } from './pending/pending.settings.js';
import { MessageSettings } from '../messages/message.settings.js';
import { UploadSettings } from '../uploads/upload.settings.js';
import { ScheduledMessageSettings } from '../scheduled-messages/scheduled-message.settings.js';
import { ConsentSettings } from '../rooms/consent/consent.settings.js';
import { SearchSettings } from '../search/search.settings.js';
import { MembershipSettings } from '../rooms/membership/membership.settings.js';

/** The limits of the deployment that clients keep to, as the first frame has them. */
@Injectable()
export class ClientLimits {
  readonly all: Readonly<Record<string, number>>;

  constructor(
    { sockets, perUser }: Config,
    limits: Limits,
    { limits: pending }: PendingSettings,
    messages: MessageSettings,
    uploads: UploadSettings,
    scheduled: ScheduledMessageSettings,
    consent: ConsentSettings,
    search: SearchSettings,
    memberships: MembershipSettings,
  ) {
    this.all = {
      max_frame_bytes: sockets.maxFrameBytes,
      max_content_length: limits.contentLength,
      max_json_bytes: limits.jsonBytes,
      max_answer_bytes: limits.answerBytes,
      max_notifications_per_room: pending.perRoom,
      max_notifications: pending.altogether,
      max_attachments: messages.attachments,
      max_upload_bytes: uploads.mostBytes,
      upload_quota_bytes: uploads.quotaBytes,
      max_mentions: messages.mentions,
      max_room_mention: messages.roomMention,
      max_saved: limits.saved,
      max_drafts: messages.drafts,
      max_scheduled: scheduled.most,
      schedule_min_seconds: scheduled.leastSeconds,
      max_bulk_ids: limits.bulkIds,
      strangers_per_hour: consent.strangersPerHour,
      max_search_words: search.words,
      events_per_second: sockets.eventsPerSecond,
      events_burst: sockets.eventsBurst,
      events_per_second_per_user: perUser.eventsPerSecond,
      events_burst_per_user: perUser.eventsBurst,
      stored_bytes_per_day: perUser.storedBytesPerDay,
      memberships_per_user: memberships.most,
    };
  }
}
