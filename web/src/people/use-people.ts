import type { User } from '@parley/client';
import { usernameKey } from '@parley/protocol/text';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import { useChat } from '../chat/chat-context.js';
import { personName } from '../rooms/names.js';
import { fitOf } from '../switcher/matching.js';
import { knownPeople, readMembers } from './known-people.js';

const MOST_SUGGESTIONS = 8;
/** The directory is asked after this pause in typing. */
const DEBOUNCE_MS = 200;

export interface SuggestedPeople {
  readonly people: readonly User[];
  /** Whether the directory has not answered yet. */
  readonly isPending: boolean;
}

/** Whether a name begins with what was typed, or one of its words does. */
const isBegun = (user: User, typed: string): boolean =>
  [user.username, personName(user)].some((name) => (fitOf(name, typed) ?? 2) < 2);

/**
 * Suggests people by the beginning of a name: those of the rooms of the user, and what the directory of the deployment
 * finds. Somebody whose whole user name was typed comes first.
 * @param isWanted false for those that are chosen already
 */
export function usePeople(typed: string, isWanted: (user: User) => boolean): SuggestedPeople {
  const chat = useChat();
  const text = typed.trim();
  const found = useSignal<{ readonly text: string; readonly people: readonly User[] }>({ text: '', people: [] });
  useEffect(() => void readMembers(chat), []);
  useEffect(() => {
    if (text === '') return undefined;
    let isOver = false;
    const search = async (): Promise<void> => {
      // Whom the directory does not tell of is not suggested.
      const users = await chat.users.search(text, { limit: MOST_SUGGESTIONS }).then(
        (page) => page.users,
        () => [],
      );
      if (!isOver) found.value = { text, people: users };
    };
    const timer = setTimeout(() => void search(), DEBOUNCE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text]);

  if (text === '') return { people: [], isPending: false };
  const isPending = found.value.text !== text;
  const known = knownPeople(chat).filter((user) => isBegun(user, text));
  const all = [...known, ...(isPending ? [] : found.value.people)];
  const isNamed = ({ username }: User): boolean => usernameKey(username) === usernameKey(text);
  const people = [...new Map(all.map((user) => [user.id, user])).values()]
    .filter((user) => user.id !== chat.self.id && isWanted(user))
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  return { people: people.slice(0, MOST_SUGGESTIONS), isPending };
}
