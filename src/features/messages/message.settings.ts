import { makeValidator } from 'envalid';

import { switchOnOff, wholeNumber, WrongValue } from '../../platform/config/parsers.js';
import { settingsPart } from '../../platform/config/settings-part.js';

/** The upper bound of MAX_MENTIONS. */
export const LARGEST_MENTIONS = 100;

/** Which reactions a deployment allows: any short text, any emoji, or those of a list. */
export type Reactions = 'any' | 'emoji' | readonly string[];

const MOST_REACTIONS = 100;
const LONGEST_REACTION = 64;

const reactions = makeValidator<string[]>((raw) => {
  const words = raw.split(',').map((word) => word.trim());
  if (words.length > MOST_REACTIONS || words.some(({ length }) => length === 0 || length > LONGEST_REACTION)) {
    throw new WrongValue(`must be any, emoji, or at most ${String(MOST_REACTIONS)} reactions separated by commas`);
  }
  return words;
});

function reactionsOf(words: readonly string[]): Reactions {
  const [first] = words;
  return words.length === 1 && (first === 'any' || first === 'emoji') ? first : words;
}

/** What messages may have, and what becomes of them. */
export abstract class MessageSettings {
  /** Of one message. */
  abstract readonly attachments: number;
  /** Users that one message mentions. */
  abstract readonly mentions: number;
  /** Members of a GroupChat up to which each of them may mention the whole room. */
  abstract readonly roomMention: number;
  /** Of one user. */
  abstract readonly drafts: number;
  /** Whether a deleted message stays in the history, without its content. */
  abstract readonly softDelete: boolean;
  /** Whether dangerous HTML is removed. */
  abstract readonly sanitizeHtml: boolean;
  abstract readonly reactions: Reactions;
  /** Of one user to a message, where a member may have several. */
  abstract readonly reactionsPerUser: number;
  /** Different ones to a message, where a member may have several. */
  abstract readonly reactionKinds: number;
}

export const messagePart = settingsPart({
  token: MessageSettings,
  variables: {
    MAX_ATTACHMENTS: wholeNumber({ min: 0, max: 1_000 })({
      default: 10,
      desc: 'Maximum number of attachments of a message.',
    }),
    MAX_MENTIONS: wholeNumber({ min: 0, max: LARGEST_MENTIONS })({
      default: 50,
      desc: 'Maximum number of users that a message mentions.',
    }),
    MAX_ROOM_MENTION: wholeNumber({ min: 0, max: 100_000 })({
      default: 100,
      desc: 'Members of a GroupChat up to which each of them may mention the whole room; in a larger one only admins may.',
    }),
    MAX_DRAFTS: wholeNumber({ min: 1, max: 10_000 })({
      default: 200,
      desc: 'Maximum number of drafts of one user; further ones are refused with 4005.',
    }),
    MESSAGE_SOFT_DELETE: switchOnOff({
      default: false,
      desc: 'Keep a deleted message in the history, without its content; off, it is removed from the history.',
    }),
    REACTIONS_ALLOWED: reactions({
      default: ['any'],
      desc: 'Reactions to messages: any (texts of up to 64 characters), emoji, or a list separated by commas.',
    }),
    MAX_REACTIONS_PER_USER: wholeNumber({ min: 1, max: 50 })({
      default: 20,
      desc: 'Maximum number of reactions of a user to a message, in rooms with many; further ones are refused with 4005.',
    }),
    MAX_REACTION_KINDS: wholeNumber({ min: 1, max: 1_000 })({
      default: 50,
      desc: 'Maximum number of different reactions to a message, in rooms with many; further ones are refused with 4005.',
    }),
    SANITIZE_HTML: switchOnOff({
      default: false,
      desc: 'Remove dangerous HTML from messages; off, text is stored as sent.',
    }),
  },
  settings: (values): MessageSettings => ({
    attachments: values.MAX_ATTACHMENTS,
    mentions: values.MAX_MENTIONS,
    roomMention: values.MAX_ROOM_MENTION,
    drafts: values.MAX_DRAFTS,
    softDelete: values.MESSAGE_SOFT_DELETE,
    sanitizeHtml: values.SANITIZE_HTML,
    reactions: reactionsOf(values.REACTIONS_ALLOWED),
    reactionsPerUser: values.MAX_REACTIONS_PER_USER,
    reactionKinds: values.MAX_REACTION_KINDS,
  }),
  clientLimits: (settings) => ({
    max_attachments: settings.attachments,
    max_mentions: settings.mentions,
    max_room_mention: settings.roomMention,
    max_drafts: settings.drafts,
    max_reactions_per_user: settings.reactionsPerUser,
    max_reaction_kinds: settings.reactionKinds,
  }),
});
