import { fieldErrorsOf } from './field-errors.js';

const NAMES = ['name', 'avatar'] as const;

it('the errors of a refused form stand at its fields', () => {
  const detail = { name: ['Is empty.', 'Is short.'], 'extra_fields.avatar': ['Is no URL.'] };
  expect(fieldErrorsOf({ code: 4003, detail }, NAMES)).toEqual({ name: 'Is empty. Is short.', avatar: 'Is no URL.' });
});

it.each([
  { code: 4003, detail: 'Must be an object.' },
  { code: 4003, detail: { name: ['Is empty.'], owner: ['Is unknown.'] } },
  { code: 4003, detail: {} },
  { code: 4002, detail: { name: ['Is not yours.'] } },
] as const)('an error that is not about fields of the form alone has no place at a field: %j', (error) => {
  expect(fieldErrorsOf(error, NAMES)).toBeNull();
});
