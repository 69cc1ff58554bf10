import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

import { t } from '../languages/translate.js';
import { toast } from './toasts.js';

interface Closable {
  /** Missing for what cannot be closed. */
  readonly onClose?: () => void;
}

/**
 * A component whose script is loaded when it is shown for the first time. It is closed, with a toast, if that fails.
 * @param load the component
 */
export function onDemand<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  const loaded = signal<FunctionComponent<Props> | null>(null);
  return function OnDemand(props) {
    const Loaded = loaded.value;
    useEffect(() => {
      if (Loaded) return;
      load().then(
        (component) => {
          loaded.value = component;
        },
        () => {
          toast(t('design.partNotLoaded'), true);
          (props as Closable).onClose?.();
        },
      );
    }, []);
    return Loaded && <Loaded {...props} />;
  };
}
