import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { Dialog } from '../design/dialog.js';
import { roveInGrid } from '../design/roving.js';
import { Segments } from '../design/segments.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { emojis, loadEmojis } from './emojis.js';
import type { Emoji } from './emojis.js';
import { emojisFor } from './finding.js';
import { chosenTone, recentEmojis, rememberEmoji, rememberTone } from './recent.js';
import { inTone, TONES } from './tones.js';

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
  const tone = useSignal(chosenTone());
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          event.preventDefault();
          const [first] = typed.value.trim() === '' ? [] : emojisFor(emojis.value, typed.value, 1);
          if (first) choose(inTone(first, tone.value).character);
        }}
      />
      <Segments
        legend={t('emoji.tone')}
        name="emoji-tone"
        options={TONES}
        chosen={String(tone.value)}
        onChoose={(chosen) => {
          tone.value = Number(chosen);
          rememberTone(tone.value);
        }}
      />
      <div
        onKeyDown={(event) => {
          roveInGrid(event, 'button');
        }}
      >
        {typed.value.trim() === '' ? (
          <AllEmojis tone={tone.value} onChoose={choose} />
        ) : (
          <FoundEmojis typed={typed.value} tone={tone.value} onChoose={choose} />
        )}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  /** Of skin: 0 is none, and others are from light to dark. */
  readonly tone: number;
  readonly onChoose: (character: string) => void;
}

function AllEmojis({ tone, onChoose }: ChoiceProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const all = emojis.value;
  const recent = recentEmojis().flatMap((character) => withCharacter(all, character));
  const groups = GROUPS.map(([number, key]) => ({ name: t(key), shown: all.filter(({ group }) => group === number) }));
  return (
    <>
      <div class="emoji-tabs">
        {groups.map(({ name, shown: [first] }, at) => (
          <button
            key={name}
            type="button"
            class="icon-button emoji"
            aria-label={t('emoji.goTo', { name })}
            title={name}
            onClick={() => {
              const section = list.current?.querySelectorAll('.is-group')[at];
              section?.scrollIntoView({ block: 'start' });
              section?.querySelector('button')?.focus({ preventScroll: true });
            }}
          >
            {first?.character}
          </button>
        ))}
      </div>
      <div ref={list}>
        {recent.length > 0 && <EmojiGroup name={t('emoji.recent')} shown={recent} onChoose={onChoose} />}
        {groups.map(({ name, shown }) => (
          <div key={name} class="is-group">
            <EmojiGroup name={name} shown={shown.map((emoji) => inTone(emoji, tone))} onChoose={onChoose} />
          </div>
        ))}
      </div>
    </>
  );
}

/** The emoji with a character, which may have a tone. */
function withCharacter(all: readonly Emoji[], character: string): readonly Emoji[] {
  const found = all.find((emoji) => emoji.character === character || emoji.tones.includes(character));
  return found ? [{ ...found, character }] : [];
}

function FoundEmojis({ typed, tone, onChoose }: ChoiceProps & { readonly typed: string }): JSX.Element {
  const found = emojisFor(emojis.value, typed, MOST_FOUND).map((emoji) => inTone(emoji, tone));
  return (
    <>
      <p class="muted" role="status">
        {found.length === 0 && t('emoji.noneFound')}
      </p>
      {found.length > 0 && <EmojiGroup name={t('emoji.results')} shown={found} onChoose={onChoose} />}
    </>
  );
}

interface EmojiGroupProps extends Pick<ChoiceProps, 'onChoose'> {
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
