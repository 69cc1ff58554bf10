import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { APP_NAME } from '../../src/deployment.js';
import { Button } from '../../src/design/button.js';
import { OpenChat } from './open-chat.js';
import type { Refused } from './requests.js';
import { useForm } from './use-form.js';

interface LinkCardProps {
  readonly hint: string;
  readonly button: string;
  /** @returns what was done, in the language of the page, which may change */
  readonly act: () => Promise<() => string>;
  /** What a refusal means here. */
  readonly meaning: (refused: Refused) => string | undefined;
}

/** Does what the link of a mail is for once the button is pressed: programs that open links must not do it. */
export function LinkCard({ hint, button, act, meaning }: LinkCardProps): JSX.Element {
  const done = useSignal<(() => string) | null>(null);
  const { errorText, isBusy, form, onSubmit } = useForm({
    names: [] as const,
    submit: async () => {
      done.value = await act();
    },
    meaning,
  });
  return (
    <>
      <h1>{APP_NAME}</h1>
      {done.value === null ? (
        <form ref={form} class="stack" onSubmit={onSubmit}>
          <p class="muted">{hint}</p>
          <p class="refusal" role="alert">
            {errorText}
          </p>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {button}
          </Button>
        </form>
      ) : (
        <OpenChat text={done.value()} />
      )}
    </>
  );
}
