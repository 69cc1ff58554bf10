import type { Message, SendOptions, User } from '@parley/client';
import { folded, usernameKey } from '@parley/protocol/text';

import type { OpenRoom } from '../conversation/open-room.js';
import { mayMentionRoom } from '../conversation/rights.js';
import { t } from '../languages/translate.js';
import { mentionedName, ROOM_MENTIONS } from '../rooms/mention-names.js';
import { personName } from '../rooms/names.js';
import type { Self } from '../session/session.js';
import type { Finder, Suggestion } from '../design/use-suggestions.js';

const MOST_SUGGESTIONS = 8;
const WORD = /@[^\s@]+/g;
/** A word that is being written, up to the caret. */
const BEGUN = /(?:^|\s)@(\S*)$/u;

/** The members who can be mentioned in a room. */
export interface Mentionable {
  readonly members: readonly User[];
  readonly mayMentionRoom: boolean;
}

/** @param most the members up to which every one of a group may mention the room */
export const mentionableIn = ({ members, info }: OpenRoom, self: Self, most: number): Mentionable => ({
  members: members.value ?? [],
  mayMentionRoom: mayMentionRoom(info.value, self, most),
});

export type Mentioned = Required<Pick<SendOptions, 'mentions' | 'mentionRoom'>>;

/** Suggests whom the mention that is being written may mean, by the beginning of a user name or of a name. */
export const mentionFinder =
  (mentionable: Mentionable, ownId: number): Finder =>
  (before) => {
    const begun = BEGUN.exec(before)?.[1];
    return begun === undefined
      ? null
      : { length: begun.length, suggestions: suggestionsFor(begun, mentionable, ownId) };
  };

function suggestionsFor(begun: string, { members, mayMentionRoom }: Mentionable, ownId: number): Suggestion[] {
  const start = ` ${folded(begun)}`;
  const users = members.filter(
    (user) => user.id !== ownId && folded(` ${user.username} ${personName(user)}`).includes(start),
  );
  const rooms = mayMentionRoom ? ROOM_MENTIONS.filter((name) => ` ${name}`.startsWith(start)).slice(0, 1) : [];
  // The room comes last: a hasty key wakes nobody.
  return [
    ...users.map((user) => suggestionOf(user.username, personName(user))).slice(0, MOST_SUGGESTIONS - rooms.length),
    ...rooms.map((name) => suggestionOf(name, t('composer.everybodyInRoom'))),
  ];
}

const suggestionOf = (name: string, label: string): Suggestion => ({ key: name, label, note: `@${name}`, text: name });

/** Whom a text mentions by their user names. A user who is named like the whole room is the user. */
export function mentionsIn(text: string, { members, mayMentionRoom }: Mentionable): Mentioned {
  const byName = new Map(members.map(({ id, username }) => [usernameKey(username), id]));
  const ids = new Set<number>();
  let mentionRoom = false;
  const isRoom = (name: string): boolean => mayMentionRoom && ROOM_MENTIONS.includes(name);
  for (const [word] of text.matchAll(WORD)) {
    const isName = (each: string): boolean => byName.has(usernameKey(each)) || isRoom(usernameKey(each));
    const name = mentionedName(word.slice(1), isName);
    if (name === undefined) continue;
    const id = byName.get(usernameKey(name));
    if (id === undefined) mentionRoom = true;
    else ids.add(id);
  }
  return { mentions: [...ids], mentionRoom };
}

/** The same as options of a send, without those that mention nobody. */
export function mentionOptions(text: string, mentionable: Mentionable): Partial<Mentioned> {
  const { mentions, mentionRoom } = mentionsIn(text, mentionable);
  return { ...(mentions.length > 0 && { mentions }), ...(mentionRoom && { mentionRoom }) };
}

/** The mentions of an edited message. Mentions that its former text did not name stay. */
export function mentionsAfterEdit(message: Message, text: string, mentionable: Mentionable): Mentioned {
  const [before, now] = [mentionsIn(message.content, mentionable), mentionsIn(text, mentionable)];
  const kept = message.mentions.map(({ id }) => id).filter((id) => !before.mentions.includes(id));
  return {
    mentions: [...new Set([...kept, ...now.mentions])],
    mentionRoom: now.mentionRoom || (message.mention_room && !before.mentionRoom),
  };
}
