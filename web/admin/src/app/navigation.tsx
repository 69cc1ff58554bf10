import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

import { serviceUrl } from '../../../src/deployment.js';
import { Button } from '../../../src/design/button.js';
import { Icon } from '../../../src/design/icon.js';
import { ThemeButton } from '../../../src/design/theme.js';
import { logOut } from '../../../src/session/session.js';
import { t } from '../languages/texts.js';
import { Brand } from './brand.js';
import { Link } from './link.js';
import { self } from './me.js';
import { PAGES } from './pages.js';
import { parts } from './router.js';

/** The parts of the page that the role permits. On a phone they are behind a button. */
export function Navigation(): JSX.Element {
  const isOpen = useSignal(false);
  const close = (): void => {
    isOpen.value = false;
  };
  const [current = PAGES[0].path] = parts.value;
  return (
    <header
      class={isOpen.value ? 'side side-open' : 'side'}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
    >
      <div class="side-head">
        <Brand />
        <button
          type="button"
          class="icon-button side-toggle"
          aria-label={t('app.menu')}
          aria-expanded={isOpen.value}
          aria-controls="side-menu"
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name={isOpen.value ? 'close' : 'more'} />
        </button>
      </div>
      <div id="side-menu" class="side-menu">
        <nav aria-label={t('app.parts')}>
          <ul>
            {PAGES.filter(({ isShown }) => isShown()).map(({ path, title, icon }) => (
              <li key={path}>
                <Link to={path} aria-current={path === current ? 'page' : undefined} class="side-link" onGo={close}>
                  <Icon name={icon} />
                  {title()}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div class="side-end">
          {self()?.has_web_client === true && (
            <a class="side-link side-back" href={serviceUrl('').href}>
              <Icon name="back" />
              {t('app.backToChat')}
            </a>
          )}
          <p>
            <bdi>{self()?.user.username}</bdi> <span class="muted">{self()?.role}</span>
          </p>
          <div class="side-buttons">
            <Button onClick={() => void logOut()}>{t('app.logOut')}</Button>
            <ThemeButton />
          </div>
        </div>
      </div>
    </header>
  );
}
