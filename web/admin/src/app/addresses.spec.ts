import { partsOf, pathOf, withQuery } from './addresses.js';

it.each([
  ['/admin/', []],
  ['/admin/users', ['users']],
  ['/admin/users/ada/sessions/', ['users', 'ada', 'sessions']],
  ['/admin/users/a%2Fb%20c', ['users', 'a/b c']],
  ['/admin/users/%E0%A4%A', ['users', '%E0%A4%A']],
  ['/elsewhere/users', []],
])('an address has parts below the page: %s', (pathname, parts) => expect(partsOf(pathname, '/admin/')).toEqual(parts));

it('a path keeps parts with any character', () => {
  const parts = ['users', 'a/b?c#d %'];
  expect(partsOf(`/admin/${pathOf(...parts)}`, '/admin/')).toEqual(parts);
});

it('a query has the values that are not empty', () => {
  expect(withQuery('users/', { query: 'a b', role: '', limit: 5, cursor: null, is_active: undefined })).toBe(
    'users/?query=a+b&limit=5',
  );
  expect(withQuery('users/', { role: '' })).toBe('users/');
  expect(withQuery('users/?limit=5', { cursor: 'x' })).toBe('users/?limit=5&cursor=x');
});
