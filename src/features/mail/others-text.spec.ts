import { othersText } from './others-text.js';

describe('a text of another user in a mail', () => {
  it.each([
    'Ada Lovelace',
    'Отдел продаж',
    'Mozilla/5.0 (X11; Linux x86_64)',
    'Room 3.1, a/b: c',
    '会議室',
    '👨\u200d👩\u200d👧',
  ])('stays %s', (text) => expect(othersText(text)).toBe(text));

  it.each([
    ['https://evil.example/log-in', 'https\u2060://evil\u2060.example/log-in'],
    ['Visit evil.example', 'Visit evil\u2060.example'],
    ['ada@evil.example', 'ada\u2060@evil\u2060.example'],
    ['evil。example', 'evil\u2060。example'],
  ])('has no link: %s', (text, shown) => expect(othersText(text)).toBe(shown));

  it('is one short line that leaves the text around it as it is', () => {
    expect(othersText('a\r\nSubject: b\u2028c\u0085d')).toBe('a Subject: b cd');
    expect(othersText('\u202eevil\u200b\u2066')).toBe('evil');
    expect(Array.from(othersText('😀'.repeat(500)))).toHaveLength(60);
  });
});
