import { invalid } from '@parley/protocol';
import type { UserStatus } from '@parley/protocol';
import { isOneLine, isVisible } from '@parley/protocol/text';
import { Moment, Optional, Text } from '@parley/realtime/requests';

import type { Permitted } from '../moderation/shown-texts.js';
import { nameFault } from '../users/new-user.js';
import { avatarFault } from '../uploads/claims/avatars.js';
import type { ProfileFields } from '../users/users.repository.js';

export const MAX_AVATAR_LENGTH = 500;
const MAX_STATUS_LENGTH = 100;
const MAX_EMOJI_LENGTH = 32;

export class StatusRequest {
  @Text({ max: MAX_STATUS_LENGTH })
  text!: string;

  @Optional()
  @Text({ min: 1, max: MAX_EMOJI_LENGTH })
  emoji?: string | null;

  @Optional()
  @Moment()
  until?: string | null;
}

export interface NamedFields {
  readonly first_name?: string;
  readonly last_name?: string;
  readonly avatar?: string | null;
  readonly avatar_upload_id?: string;
  readonly status?: StatusRequest | null;
  readonly custom?: Readonly<Record<string, unknown>>;
}

/**
 * The fields that a request names, as they are stored. An upload becomes an `avatar` in the transaction of the change.
 * @param mostBytes of `custom` as JSON
 * @throws Refusal 4003
 */
export function profileFields(request: Permitted<NamedFields>, mostBytes: number): Permitted<Partial<ProfileFields>> {
  const faults = Object.entries(faultsOf(request, mostBytes)).filter(([, fault]) => fault !== undefined);
  if (faults.length > 0) throw invalid(Object.fromEntries(faults.map(([field, fault]) => [field, [fault ?? '']])));
  const { first_name: firstName, last_name: lastName, avatar, status, custom } = request;
  const named = { firstName, lastName, avatar, status: status && statusOf(status), custom };
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  const fields: Partial<ProfileFields> = Object.fromEntries(given);
  return fields as Permitted<Partial<ProfileFields>>;
}

function faultsOf(named: NamedFields, mostBytes: number) {
  const { first_name, last_name, status, custom } = named;
  return {
    first_name: nameFault(first_name ?? ''),
    last_name: nameFault(last_name ?? ''),
    avatar: avatarFault(named),
    status: status ? statusFault(status) : undefined,
    custom: customFault(custom, mostBytes),
  };
}

function statusFault({ text, emoji, until }: StatusRequest): string | undefined {
  if (!isVisible(text) && !isVisible(emoji ?? '')) return 'Must have a text or an emoji.';
  if (!isOneLine(text) || !isOneLine(emoji ?? '')) return 'Must be one line of text.';
  return until && Date.parse(until) <= Date.now() ? 'Must end in the future.' : undefined;
}

const statusOf = ({ text, emoji, until }: StatusRequest): UserStatus => ({
  text,
  emoji: emoji ?? null,
  until: until ? new Date(until).toISOString() : null,
});

/** @returns why `custom` is refused, or undefined if it is valid */
export const customFault = (custom: object | undefined, mostBytes: number): string | undefined =>
  custom && bytesOf(custom) > mostBytes ? `Must be at most ${String(mostBytes)} bytes as JSON.` : undefined;

const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));
