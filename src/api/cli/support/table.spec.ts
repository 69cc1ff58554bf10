import { stateCell, table } from './table.js';

const draw = (): string =>
  table(
    ['NAME', 'STATE', 'NOTE'],
    [
      ['ada', stateCell('pending'), ''],
      ['bo', stateCell('odd'), 'x'],
    ],
  );

describe('a table', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it('aligns its columns', () => {
    vi.stubEnv('FORCE_COLOR', '0');
    expect(draw()).toBe('NAME  STATE    NOTE\nada   pending\nbo    odd      x');
  });

  it('styles headings and states, and aligns its columns', () => {
    vi.stubEnv('FORCE_COLOR', '1');
    expect(draw()).toBe('\x1b[1mNAME  STATE    NOTE\x1b[22m\nada   \x1b[33mpending\x1b[39m\nbo    odd      x');
  });
});
