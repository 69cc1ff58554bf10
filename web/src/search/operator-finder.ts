import { dateInput } from '../design/times.js';
import type { Finder, Suggestion } from '../design/use-suggestions.js';
import { knownPeople } from '../people/known-people.js';
import { t } from '../languages/translate.js';
import { peerOf, personName, roomName } from '../rooms/names.js';
import { fitOf } from '../switcher/matching.js';
import { PARTS } from './operators.js';
import type { Operator } from './operators.js';
import type { Known } from './search-request.js';

const MOST_SUGGESTIONS = 8;
/** An operator whose value is being written, up to the caret. */
const BEGUN = /(?:^|\s)(from|in|before|after|has):("[^"]*|[^\s"]*)$/iu;

/** Suggests values of the operator that is being written: by the beginning of a name or of a part of it. */
export const operatorFinder =
  (known: Known, now: () => Date): Finder =>
  (before) => {
    const [, operator, begun] = BEGUN.exec(before) ?? [];
    if (operator === undefined || begun === undefined) return null;
    const start = begun.replace(/^["@#]+/, '');
    const suggestions = valuesOf(operator.toLowerCase() as Operator, known, now())
      .filter(({ label, note }) => [label, note].some((name) => (fitOf(name, start) ?? 2) < 2))
      .slice(0, MOST_SUGGESTIONS);
    return { length: begun.length, suggestions };
  };

function valuesOf(operator: Operator, known: Known, now: Date): Suggestion[] {
  const entries = known.rooms.sorted.value;
  switch (operator) {
    case 'from':
      return [
        suggestionOf('me', t('search.you')),
        ...knownPeople(known).map((person) => suggestionOf(person.username, personName(person))),
      ];
    case 'in':
      return entries.map((entry) => {
        const peer = peerOf(entry);
        return peer ? suggestionOf(peer.username, roomName(entry)) : suggestionOf(roomName(entry));
      });
    case 'has':
      return PARTS.map((part) => suggestionOf(part));
    case 'before':
    case 'after':
      return [suggestionOf('today'), suggestionOf('yesterday'), suggestionOf(dateInput(now))];
  }
}

const suggestionOf = (value: string, note = ''): Suggestion => ({
  key: value,
  label: value,
  note,
  text: /\s/.test(value) ? `"${value}"` : value,
});
