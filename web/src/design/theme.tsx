import { effect, signal } from '@preact/signals';
import type { JSX } from 'preact';

import { t } from '../languages/translate.js';
import { IconButton } from './button.js';
import type { MenuItem } from './menu.js';

const KEY = 'parley:theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const APPEARANCE = {
  system: { icon: 'system', text: 'design.themeSystem' },
  light: { icon: 'sun', text: 'design.themeLight' },
  dark: { icon: 'moon', text: 'design.themeDark' },
} as const;

const stored = localStorage.getItem(KEY) as Theme | null;
const theme = signal<Theme>(stored && THEMES.includes(stored) ? stored : 'system');

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(KEY, theme.value);
});

function selectNextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}

/** The themes as a choice in a menu. */
export const themeItems = (): readonly MenuItem[] =>
  THEMES.map((each) => ({
    icon: APPEARANCE[each].icon,
    label: t(APPEARANCE[each].text),
    isChosen: theme.value === each,
    act: () => {
      theme.value = each;
    },
  }));

export function ThemeButton(): JSX.Element {
  const { icon, text } = APPEARANCE[theme.value];
  return <IconButton icon={icon} label={t(text)} onClick={selectNextTheme} />;
}
