import { isUrl } from './links.js';
import { guessMediaType, newAttachment } from './media-type.js';

it.each([
  ['https://example.com/a.JPG?size=2', 'image', 'image/jpeg'],
  ['https://example.com/a.webm', 'video', 'video/webm'],
  ['https://example.com/a.oga#t', 'audio', 'audio/ogg'],
  ['https://example.com/a.xlsx', 'file', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['https://example.com/a', 'file', 'application/pdf'],
] as const)('%s is guessed as %s', (url, type, mimeType) => {
  expect(guessMediaType(url)).toBe(type);
  expect(newAttachment(url, type, '')).toEqual({ media_url: url, media_type: type, mime_type: mimeType });
});

it('the media type that the user has chosen overrides the extension', () => {
  expect(newAttachment('https://example.com/a.pdf', 'image', ' A plan ')).toMatchObject({
    media_type: 'image',
    mime_type: 'image/jpeg',
    caption: 'A plan',
  });
});

it.each(['', 'a.png', 'ftp://example.com/a.png', 'javascript:alert(1)', 'data:image/png;base64,AA'])(
  '%j is not accepted as a URL',
  (text) => {
    expect(isUrl(text)).toBe(false);
    expect(guessMediaType(text)).toBe('file');
  },
);
