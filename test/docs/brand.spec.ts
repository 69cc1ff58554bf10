import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

/** The colours of a property of the web client, in the light and in the dark theme. */
function accentOf(property: string): readonly string[] {
  const [, light = '', dark = ''] = new RegExp(`${property}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(
    read('web/src/design/tokens.css'),
  )!;
  return [light, dark];
}

describe('the documentation', () => {
  it('has the colours of the web client', () => {
    const [light = '', dark = ''] = read('docs/.vitepress/theme/style.css').split('.dark {');
    for (const [property, variable] of [
      ['--accent-strong', '--vp-c-brand-1'],
      ['--accent', '--vp-c-brand-2'],
    ] as const) {
      const [ofLight = '', ofDark = ''] = accentOf(property);
      expect(light).toContain(`${variable}: ${ofLight};`);
      expect(dark).toContain(`${variable}: ${ofDark};`);
    }
  });

  it('has the icon of the web client', () => expect(read('docs/public/icon.svg')).toBe(read('web/public/icon.svg')));
});
