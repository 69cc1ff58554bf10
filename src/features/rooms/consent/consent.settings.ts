import type { AddPolicy } from '@parley/protocol';

import { text, wholeNumber } from '../../../platform/config/parsers.js';
import { settingsPart } from '../../../platform/config/settings-part.js';

/** The values of ADD_POLICY and of the setting of a user. */
export const addPolicies = ['everyone', 'shared', 'nobody'] as const satisfies readonly AddPolicy[];

/** Whom users may add to rooms and invite. */
export abstract class ConsentSettings {
  /** Of users who have not set it themselves. */
  abstract readonly addPolicy: AddPolicy;
  /** Of one user. 0: any number. */
  abstract readonly strangersPerHour: number;
  /** Pending ones. */
  abstract readonly invitationsPerRoom: number;
  abstract readonly invitationsPerUser: number;
}

const variables = {
  ADD_POLICY: text({
    default: 'everyone',
    choices: addPolicies,
    desc: 'Who may add users to rooms who have not set it themselves: everyone, shared (who shares a room with them) or nobody; others invite them.',
  }),
  STRANGERS_PER_HOUR: wholeNumber({ min: 0, max: 10_000 })({
    default: 50,
    desc: 'Strangers (without a common room) that a user may add to rooms, invite, start a chat with, restrict, block or report in an hour; more are refused with 4029; 0 is no limit.',
  }),
  MAX_INVITATIONS_PER_ROOM: wholeNumber({ min: 1, max: 100_000 })({
    default: 1_000,
    desc: 'Maximum number of pending invitations to one room; further ones are refused with 4005.',
  }),
  MAX_INVITATIONS_PER_USER: wholeNumber({ min: 1, max: 10_000 })({
    default: 100,
    desc: 'Maximum number of pending invitations of one user; further ones are refused with 4005.',
  }),
};

export const consentPart = settingsPart({
  token: ConsentSettings,
  variables,
  settings: (values): ConsentSettings => ({
    addPolicy: values.ADD_POLICY,
    strangersPerHour: values.STRANGERS_PER_HOUR,
    invitationsPerRoom: values.MAX_INVITATIONS_PER_ROOM,
    invitationsPerUser: values.MAX_INVITATIONS_PER_USER,
  }),
  clientLimits: ({ strangersPerHour }) => ({
    strangers_per_hour: strangersPerHour,
  }),
});
