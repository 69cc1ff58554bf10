import { attachmentOf, isAddress, mediaTypeOf } from './media-type.js';

it.each([
  ['https://example.com/a.JPG?size=2', 'image', 'image/jpeg'],
  ['https://example.com/a.webm', 'video', 'video/webm'],
  ['https://example.com/a.oga#t', 'audio', 'audio/ogg'],
  ['https://example.com/a.xlsx', 'file', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['https://example.com/a', 'file', 'application/pdf'],
] as const)('takes %s for %s', (url, type, mimeType) => {
  expect(mediaTypeOf(url)).toBe(type);
  expect(attachmentOf(url, type, '')).toEqual({ media_url: url, media_type: type, mime_type: mimeType });
});

it('believes the user more than the address', () => {
  expect(attachmentOf('https://example.com/a.pdf', 'image', ' A plan ')).toMatchObject({
    ...{ media_type: 'image', mime_type: 'image/jpeg', caption: 'A plan' },
  });
});

it.each(['', 'a.png', 'ftp://example.com/a.png', 'javascript:alert(1)', 'data:image/png;base64,AA'])(
  'takes no %j',
  (text) => {
    expect(isAddress(text)).toBe(false);
    expect(mediaTypeOf(text)).toBe('file');
  },
);
