import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';

import { Dialog } from '../design/dialog.js';
import { roveInGrid } from '../design/roving.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { emojis, loadEmojis } from './emojis.js';
import type { Emoji } from './emojis.js';
import { emojisFor } from './finding.js';
import { recentEmojis, rememberEmoji } from './recent.js';

const MOST_FOUND = 80;

/** In the order of Unicode, by the number of the group. */
const GROUPS: readonly (readonly [number, TextKey])[] = [
  [0, 'emoji.smileys'],
  [1, 'emoji.people'],
  [3, 'emoji.animals'],
  [4, 'emoji.food'],
  [5, 'emoji.travel'],
  [6, 'emoji.activities'],
  [7, 'emoji.objects'],
  [8, 'emoji.symbols'],
  [9, 'emoji.flags'],
];

interface EmojiDialogProps {
  readonly onChoose: (character: string) => void;
  readonly onClose: () => void;
}

/** All emojis, with a search by their names. */
export function EmojiDialog({ onChoose, onClose }: EmojiDialogProps): JSX.Element {
  const typed = useSignal('');
  useEffect(() => void attempt(loadEmojis), []);
  const choose = (character: string): void => {
    rememberEmoji(character);
    onClose();
    onChoose(character);
  };
  return (
    <Dialog title={t('emoji.choose')} onClose={onClose}>
      <input
        class="input"
        type="search"
        aria-label={t('emoji.find')}
        placeholder={t('emoji.find')}
        autocapitalize="off"
        spellcheck={false}
        value={typed.value}
        data-first
        onInput={(event) => {
          typed.value = event.currentTarget.value;
        }}
      />
      <div
        onKeyDown={(event) => {
          roveInGrid(event, 'button');
        }}
      >
        {typed.value.trim() === '' ? (
          <AllEmojis onChoose={choose} />
        ) : (
          <FoundEmojis typed={typed.value} onChoose={choose} />
        )}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly onChoose: (character: string) => void;
}

function AllEmojis({ onChoose }: ChoiceProps): JSX.Element {
  const all = emojis.value;
  const recent = recentEmojis().flatMap((character) => all.find((emoji) => emoji.character === character) ?? []);
  return (
    <>
      {recent.length > 0 && <EmojiGroup name={t('emoji.recent')} shown={recent} onChoose={onChoose} />}
      {GROUPS.map(([number, name]) => (
        <EmojiGroup key={name} name={t(name)} shown={all.filter(({ group }) => group === number)} onChoose={onChoose} />
      ))}
    </>
  );
}

/** With the tones of skin of each emoji beside it. */
function FoundEmojis({ typed, onChoose }: ChoiceProps & { readonly typed: string }): JSX.Element {
  const found = emojisFor(emojis.value, typed, MOST_FOUND);
  const shown = found.flatMap((emoji) => [emoji, ...emoji.tones.map((character) => ({ ...emoji, character }))]);
  return (
    <>
      <p class="muted" role="status">
        {found.length === 0 && t('emoji.noneFound')}
      </p>
      {found.length > 0 && <EmojiGroup name={t('emoji.results')} shown={shown} onChoose={onChoose} />}
    </>
  );
}

interface EmojiGroupProps extends ChoiceProps {
  readonly name: string;
  readonly shown: readonly Emoji[];
}

const EmojiGroup = ({ name, shown, onChoose }: EmojiGroupProps): JSX.Element => (
  <section class="emoji-group" aria-label={name}>
    <h3>{name}</h3>
    <div class="emoji-grid">
      {shown.map(({ character, label }, at) => (
        <button
          key={character}
          type="button"
          class="icon-button emoji"
          aria-label={label}
          title={label}
          // One tab stop for a group: the arrow keys move on.
          tabIndex={at === 0 ? 0 : -1}
          onClick={() => {
            onChoose(character);
          }}
        >
          {character}
        </button>
      ))}
    </div>
  </section>
);
