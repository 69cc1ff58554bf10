import { invalid } from '@parley/protocol';
import { isVisible, seenForm } from '@parley/protocol/text';
import { Bool, Moment, Optional, Texts } from '@parley/realtime/requests';

import type { NewPoll } from './poll.view.js';

const LEAST_OPTIONS = 2;
export const MOST_OPTIONS = 12;
const LONGEST_OPTION = 200;

/** The poll of a message that is sent. The content of the message is the question. */
export class PollRequest {
  @Texts({ least: LEAST_OPTIONS, most: MOST_OPTIONS, max: LONGEST_OPTION })
  options!: string[];

  /** Whether a user may choose several options. */
  @Optional()
  @Bool()
  multiple?: boolean | null;

  /** Whether nobody sees who voted for what. */
  @Optional()
  @Bool()
  anonymous?: boolean | null;

  /** When it closes by itself. */
  @Optional()
  @Moment()
  closes_at?: string | null;
}

/** @throws Refusal 4003 for an option of which nothing is seen or that is given twice, and for an end in the past */
export function pollOf({ options, multiple, anonymous, closes_at }: PollRequest): NewPoll {
  if (!options.every(isVisible)) throw refused('options', 'Must not be blank.');
  if (new Set(options.map(seenForm)).size < options.length) throw refused('options', 'Must be different.');
  const closesAt = typeof closes_at === 'string' ? new Date(closes_at) : null;
  if (closesAt && closesAt.getTime() <= Date.now()) throw refused('closes_at', 'Must be in the future.');
  return { options, isMultiple: multiple === true, isAnonymous: anonymous === true, closesAt };
}

const refused = (field: string, reason: string) => invalid({ [`extra_fields.poll.${field}`]: [reason] });
