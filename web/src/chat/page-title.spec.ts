import { pageTitle } from './page-title.js';

it.each([
  [0, undefined, 'Parley'],
  [1, undefined, '(1) Parley'],
  [0, 'Garden team', 'Garden team – Parley'],
  [99, 'Garden team', '(99) Garden team – Parley'],
  [100, 'Garden team', '(99+) Garden team – Parley'],
  [3_640, undefined, '(99+) Parley'],
])('with %i unread messages, and the room %s, the title is %s', (unread, room, title) => {
  expect(pageTitle('Parley', unread, room)).toBe(title);
});
