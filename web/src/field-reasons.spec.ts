import { reasonsIn } from './field-reasons.js';

it('the reasons of a refusal are found by field', () => {
  expect(reasonsIn({ limit: ['Must be 1 or more.'], user_name: ['Too long.', 'Not a name.'] })).toEqual({
    limit: ['Must be 1 or more.'],
    user_name: ['Too long.', 'Not a name.'],
  });
});

it.each([null, 'text', [], { detail: 'Not found.', code: 'not_found' }])('other bodies have no reasons: %j', (body) => {
  expect(reasonsIn(body)).toEqual({});
});
