import { isBlocked } from './mime-types.js';

it.each([
  ['setup.exe', 'application/x-unknown', '.exe'],
  ['SETUP.EXE ', 'application/x-unknown', '.exe'],
  ['all.tar.gz', 'application/gzip', '.tar.gz'],
  ['a.txt', 'application/zip', 'application/zip'],
  ['film', 'video/mp4', 'video/*'],
])('%j of the type %s is blocked by %s', (filename, type, entry) => {
  expect(isBlocked(['x/y', entry], { filename, types: [type] })).toBe(true);
  expect(isBlocked([], { filename, types: [type] })).toBe(false);
});

it.each([
  ['exe', 'text/plain', '.exe'],
  ['a.exe.txt', 'text/plain', '.exe'],
  ['a.gz', 'application/gzip', '.tar.gz'],
  ['film', 'videos/mp4', 'video/*'],
])('%j of the type %s is not blocked by %s', (filename, type, entry) => {
  expect(isBlocked([entry], { filename, types: [type] })).toBe(false);
});
