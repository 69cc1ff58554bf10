import { reasonsText } from './api-error.js';

it('reasons are one text with the names of the fields in words', () => {
  expect(reasonsText({ is_active: ['Must be true or false.'], 'filter.room_id': ['Too long.', 'Unknown.'] })).toBe(
    'Is active: Must be true or false. Room id: Too long. Unknown.',
  );
});
