import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';

import { Dialog } from '../design/dialog.js';
import { isNarrow } from '../design/narrow.js';
import { Popover } from '../design/popover.js';
import { rove, roveInGrid } from '../design/roving.js';
import { Segments } from '../design/segments.js';
import { attempt } from '../errors.js';
import { t } from '../languages/translate.js';
import type { TextKey } from '../languages/translate.js';
import { emojis, loadEmojis } from './emojis.js';
import type { Emoji } from './emojis.js';
import { emojisFor } from './finding.js';
import { chosenTone, frequentEmojis, rememberEmoji, rememberTone } from './used-emojis.js';
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

interface EmojiPickerProps {
  /** The element beside which it opens, where there is space; elsewhere it is at the end of the screen. */
  readonly anchor: Element | null;
  readonly onChoose: (character: string) => void;
  readonly onClose: () => void;
}

/** All emojis, with a search by their names. */
export function EmojiPicker({ anchor, onChoose, onClose }: EmojiPickerProps): JSX.Element {
  const label = t('emoji.choose');
  const isSheet = useMemo(isNarrow, []);
  const choices = (
    <EmojiChoices
      onChoose={(character) => {
        rememberEmoji(character);
        onClose();
        onChoose(character);
      }}
    />
  );
  return isSheet ? (
    <Dialog title={label} onClose={onClose} isSheet>
      {choices}
    </Dialog>
  ) : (
    <Popover {...{ label, anchor, onClose }}>{choices}</Popover>
  );
}

function EmojiChoices({ onChoose }: Pick<EmojiPickerProps, 'onChoose'>): JSX.Element {
  const typed = useSignal('');
  const tone = useSignal(chosenTone());
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => void attempt(loadEmojis), []);
  return (
    <div class="emoji-picker">
      <input
        class="input"
        type="search"
        aria-label={t('emoji.find')}
        placeholder={t('emoji.find')}
        autocapitalize="off"
        spellcheck={false}
        value={typed.value}
        data-first
        onInput={(event) => (typed.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === 'ArrowDown') {
            event.preventDefault();
            choices.current?.querySelector<HTMLElement>('.emoji-grid button')?.focus();
          }
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [first] = typed.value.trim() === '' ? [] : emojisFor(emojis.value, typed.value, 1);
          if (first) onChoose(inTone(first, tone.value).character);
        }}
      />
      <div ref={choices} class="emoji-choices">
        {typed.value.trim() === '' ? (
          <AllEmojis tone={tone.value} onChoose={onChoose} />
        ) : (
          <FoundEmojis typed={typed.value} tone={tone.value} onChoose={onChoose} />
        )}
      </div>
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
    </div>
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
  const groups = useMemo(() => shownGroups(all), [all]);
  return (
    <>
      <div
        class="emoji-tabs"
        role="toolbar"
        aria-label={t('emoji.groups')}
        onKeyDown={(event) => rove(event, 'button')}
      >
        {groups.map(({ name, sign }, at) => (
          <button
            key={name}
            type="button"
            class="icon-button emoji"
            aria-label={t('emoji.goTo', { name })}
            title={name}
            tabIndex={at === 0 ? 0 : -1}
            onClick={() => {
              const section = list.current?.children[at];
              section?.scrollIntoView({ block: 'start' });
              section?.querySelector('button')?.focus({ preventScroll: true });
            }}
          >
            {sign}
          </button>
        ))}
      </div>
      <EmojiList listRef={list}>
        {groups.map(({ name, shown }) => (
          <EmojiGroup key={name} name={name} shown={shown.map((emoji) => inTone(emoji, tone))} onChoose={onChoose} />
        ))}
      </EmojiList>
    </>
  );
}

interface ShownGroup {
  readonly name: string;
  /** The emoji that stands for the group. */
  readonly sign: string;
  readonly shown: readonly Emoji[];
}

/** The emojis that are used frequently, if there are any, and the groups. */
function shownGroups(all: readonly Emoji[]): readonly ShownGroup[] {
  if (all.length === 0) return [];
  const frequent = frequentEmojis().flatMap((character) => withCharacter(all, character));
  const groups = GROUPS.map(([number, key]) => {
    const shown = all.filter(({ group }) => group === number);
    return { name: t(key), sign: shown[0]?.character ?? '', shown };
  });
  return frequent.length === 0 ? groups : [{ name: t('emoji.frequent'), sign: '🕒', shown: frequent }, ...groups];
}

interface EmojiListProps {
  readonly listRef?: RefObject<HTMLDivElement | null>;
  readonly children: ComponentChildren;
}

const EmojiList = ({ listRef, children }: EmojiListProps): JSX.Element => (
  <div ref={listRef ?? null} class="emoji-list" onKeyDown={(event) => roveInGrid(event, 'button')}>
    {children}
  </div>
);

/** The emoji with a character, which may have a tone and keeps it. */
function withCharacter(all: readonly Emoji[], character: string): readonly Emoji[] {
  const found = all.find((emoji) => emoji.character === character || emoji.tones.includes(character));
  return found ? [{ ...found, character, tones: [] }] : [];
}

function FoundEmojis({ typed, tone, onChoose }: ChoiceProps & { readonly typed: string }): JSX.Element {
  const found = emojisFor(emojis.value, typed, MOST_FOUND).map((emoji) => inTone(emoji, tone));
  return (
    <>
      <p class={found.length === 0 ? 'muted' : 'visually-hidden'} role="status">
        {found.length === 0 && t('emoji.noneFound')}
      </p>
      {found.length > 0 && (
        <EmojiList>
          <EmojiGroup name={t('emoji.results')} shown={found} onChoose={onChoose} />
        </EmojiList>
      )}
    </>
  );
}

interface EmojiGroupProps extends Pick<ChoiceProps, 'onChoose'> {
  readonly name: string;
  readonly shown: readonly Emoji[];
}

const EmojiGroup = ({ name, shown, onChoose }: EmojiGroupProps): JSX.Element => (
  <section class="emoji-group" aria-label={name}>
    <h2>{name}</h2>
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
          onClick={() => onChoose(character)}
        >
          {character}
        </button>
      ))}
    </div>
  </section>
);
