import { reasonsIn, reasonsText } from './api-error.js';

it('the reasons of a refusal are found by field', () => {
  expect(reasonsIn({ limit: ['Must be 1 or more.'], user_name: ['Too long.', 'Not a name.'] })).toEqual({
    limit: ['Must be 1 or more.'],
    user_name: ['Too long.', 'Not a name.'],
  });
});

it.each([null, 'text', [], { detail: 'Not found.', code: 'not_found' }])('other bodies have no reasons: %j', (body) => {
  expect(reasonsIn(body)).toEqual({});
});

it('reasons are one text with the names of the fields in words', () => {
  expect(reasonsText({ is_active: ['Must be true or false.'], 'filter.room_id': ['Too long.', 'Unknown.'] })).toBe(
    'Is active: Must be true or false. Room id: Too long. Unknown.',
  );
});
