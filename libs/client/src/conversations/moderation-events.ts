import type {
  HeldDecision,
  HeldPage,
  Report,
  ReportAction,
  ReportReason,
  ReportState,
  RestrictionChange,
  RestrictionPage,
  ServerEvents,
} from '@parley/protocol';

import type { Exchange, MaybeInRoom, RoomTarget } from '../frames.js';

/** The requests of moderation: restrictions, held messages and reports. */
export interface ModerationEvents {
  'room.restrict': Exchange<
    RoomTarget & {
      readonly user_id: number;
      readonly kind: RestrictionChange['kind'];
      readonly until?: string;
      readonly reason?: string;
    },
    RestrictionChange
  >;
  'room.restrictions': Exchange<RoomTarget & { readonly limit?: number; readonly cursor?: string }, RestrictionPage>;
  'held.list': Exchange<RoomTarget & { readonly limit?: number; readonly cursor?: string }, HeldPage>;
  'message.release': Exchange<MaybeInRoom & { readonly message_id: string; readonly allow: boolean }, HeldDecision>;
  'message.report': Exchange<
    {
      readonly message_id?: string;
      readonly room_id?: string;
      readonly user_id?: number;
      readonly reason: ReportReason;
      readonly comment?: string;
    },
    ServerEvents['messagereport.dispatch']
  >;
  'report.list': Exchange<
    {
      readonly state?: ReportState;
      readonly room_id?: string;
      readonly limit?: number;
      readonly cursor?: string;
    },
    ServerEvents['reportlist.dispatch']
  >;
  'report.resolve': Exchange<
    {
      readonly report_id: string;
      readonly action: ReportAction;
      readonly note?: string;
      readonly until?: string;
    },
    Report
  >;
}
