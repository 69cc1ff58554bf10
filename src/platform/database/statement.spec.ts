import { statement } from './statement.js';

it('two statements of one name are refused', () => {
  const description = { parameters: {}, columns: {}, text: () => 'SELECT' };
  statement('statement_spec.taken', description);
  expect(() => statement('statement_spec.taken', description)).toThrow(
    'two statements have the name statement_spec.taken',
  );
});
