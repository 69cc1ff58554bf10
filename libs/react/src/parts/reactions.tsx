import { ParleyError } from '@parley/client';
import type { Message } from '@parley/client';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';

import { useReactions } from '../react-hooks.js';
import type { ReactionGroup } from '../state/reaction-groups.js';
import { reasonOf } from '../state/reason.js';
import { nameOf } from '../state/room-title.js';
import type { Styling } from './styling.js';

export interface ReactionTexts {
  /** The name of the group for assistive technology. Default: `Reactions`. */
  readonly label?: string;
  /** The name of the button that shows the choices. Default: `Add a reaction`. */
  readonly add?: string;
  /** The name of a reaction for assistive technology. Default: `👍 2: Ada Okafor, Ben Lee`. */
  readonly group?: (group: ReactionGroup, names: readonly string[]) => string;
  /** Default: the reason. */
  readonly failed?: (reason: string) => string;
}

export interface ReactionsProps extends Styling {
  readonly message: Message;
  /** The reactions that are offered; none: the user can only join those of others. */
  readonly choices?: readonly string[] | undefined;
  readonly texts?: ReactionTexts | undefined;
}

const CHOICES = ['👍', '❤️', '😂', '🎉', '😮', '😢'];

/** Of more users, the names of the others are not read out. */
const MAX_NAMES = 10;

const namesOf = ({ users }: ReactionGroup): readonly string[] => users.slice(0, MAX_NAMES).map(nameOf);

const inEnglish = ({ reaction, count }: ReactionGroup, names: readonly string[]): string =>
  `${reaction} ${String(count)}: ${names.join(', ')}${count > names.length ? ', …' : ''}`;

/** The reactions to a message: each is a button, which is pressed while it is one of the user. */
export function Reactions({ message, choices = CHOICES, texts = {}, className }: ReactionsProps): ReactNode {
  const { reactions, toggle } = useReactions(message);
  const [refusal, setRefusal] = useState('');
  const { group: textOf = inEnglish, failed = String } = texts;

  const choose = (reaction: string): void => {
    setRefusal('');
    toggle(reaction).catch((error: unknown) => {
      setRefusal(error instanceof ParleyError ? reasonOf(error) : String(error));
    });
  };

  return (
    <div className={className} role="group" aria-label={texts.label ?? 'Reactions'} data-parley-reactions="">
      {reactions.map((group) => (
        <button
          key={group.reaction}
          type="button"
          aria-pressed={group.isOwn}
          aria-label={textOf(group, namesOf(group))}
          title={namesOf(group).join(', ')}
          onClick={() => choose(group.reaction)}
          data-parley-reaction={group.reaction}
        >
          {group.reaction} <span data-parley-reaction-count="">{group.count}</span>
        </button>
      ))}
      {choices.length > 0 && <Choices choices={choices} label={texts.add ?? 'Add a reaction'} onChoose={choose} />}
      {refusal !== '' && <small role="alert">{failed(refusal)}</small>}
    </div>
  );
}

interface ChoicesProps {
  readonly choices: readonly string[];
  readonly label: string;
  readonly onChoose: (reaction: string) => void;
}

function Choices({ choices, label, onChoose }: ChoicesProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        data-parley-add-reaction=""
      >
        <span aria-hidden="true">☺+</span>
      </button>
      {isOpen && (
        <span id={id} role="group" aria-label={label} data-parley-choices="">
          {choices.map((reaction) => (
            <button
              key={reaction}
              type="button"
              onClick={() => {
                close();
                onChoose(reaction);
              }}
            >
              {reaction}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}
