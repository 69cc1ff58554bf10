import type { JSX } from 'preact';

import { IconButton } from './button.js';
import { nextTheme, theme } from './theme.js';

const LOOKS = {
  system: { icon: 'system', label: 'Colours: as the system has them' },
  light: { icon: 'sun', label: 'Colours: light' },
  dark: { icon: 'moon', label: 'Colours: dark' },
} as const;

export function ThemeButton(): JSX.Element {
  return <IconButton {...LOOKS[theme.value]} onClick={nextTheme} />;
}
