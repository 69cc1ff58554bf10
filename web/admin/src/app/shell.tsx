import type { JSX } from 'preact';

import { t } from '../languages/texts.js';
import { Heading } from './heading.js';
import { Navigation } from './navigation.js';
import { PAGES } from './pages.js';
import { parts } from './router.js';

/** The navigation and the part of the page that the address names. */
export function Shell(): JSX.Element {
  return (
    <div class="shell">
      <a class="skip" href="#content">
        {t('app.skip')}
      </a>
      <Navigation />
      <main id="content" class="content" tabIndex={-1}>
        <CurrentPart />
      </main>
    </div>
  );
}

function CurrentPart(): JSX.Element {
  const [path, id, view = ''] = parts.value;
  const shown = PAGES.filter(({ isShown }) => isShown());
  const current = path === undefined ? shown[0] : shown.find((each) => each.path === path);
  if (!current) return <Heading title={t('app.noSuchPart')} />;
  const { Page, ItemPage } = current;
  if (id === undefined) return <Page key={current.path} />;
  return ItemPage ? <ItemPage key={id} id={id} view={view} /> : <Page key={current.path} />;
}
