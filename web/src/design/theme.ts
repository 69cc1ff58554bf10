import { effect, signal } from '@preact/signals';

const KEY = 'parley:theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const kept = localStorage.getItem(KEY) as Theme | null;

export const theme = signal<Theme>(kept && THEMES.includes(kept) ? kept : 'system');

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  localStorage.setItem(KEY, theme.value);
});

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'system';
}
