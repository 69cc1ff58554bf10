import { render } from 'preact';

import '../../src/design/tokens.css';
import '../../src/design/base.css';
import '../../src/design/controls.css';
import '../../src/design/touch.css';
import './app/shell.css';
import './app/lists.css';
import './app/forms.css';
import './figures/figures.css';
import './overview/overview.css';
import './users/users.css';

import { followHistory } from '../../src/design/dialog-history.js';
import { loadAllTexts, showLanguage } from '../../src/languages/translate.js';
import { App } from './app/app.js';

followHistory();
const root = document.querySelector('#app');
/** The page itself has English texts only. The texts of the web client are for the parts that both have. */
async function startTexts(): Promise<void> {
  await showLanguage('en', navigator.languages);
  await loadAllTexts();
}

startTexts().then(
  () => {
    if (root) render(<App />, root);
  },
  () => {
    document.querySelector('#load-error')?.removeAttribute('hidden');
  },
);

// A change of a component is shown without a reload: the state in modules that have not changed stays.
import.meta.hot?.accept('./app/app.js', (changed) => {
  const { App: Changed } = changed as unknown as { readonly App: typeof App };
  if (root) render(<Changed />, root);
});
