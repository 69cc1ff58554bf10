import type { ErrorCode } from './errors.js';

/** Why a scheduled message was not sent, as an error frame would name it. */
export interface ScheduleRefusal {
  readonly code: ErrorCode;
  readonly message: string;
}

/** A scheduled message that was not sent, in its notification. Its text is in the private state of its author. */
export interface NotifiedSchedule {
  readonly id: string;
  readonly room_id: string;
  readonly send_at: string;
  readonly refused: ScheduleRefusal;
}
