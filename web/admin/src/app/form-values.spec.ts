import { bodyOf, timeInput } from './form-values.js';
import type { FormField } from './form-values.js';

const field = (name: string, kind: FormField['kind']): FormField => ({ name, label: name, kind });

const FIELDS = [
  field('username', 'text'),
  field('password', 'password'),
  field('days', 'number'),
  field('until', 'time'),
  field('force', 'switch'),
  field('ids', 'list'),
  field('scopes', 'checks'),
  field('role', 'choice'),
];

it('a body has what is in the fields', () => {
  const values = {
    username: ' ada ',
    password: ' secret ',
    days: '7',
    until: '2026-03-01T12:30',
    force: 'on',
    ids: 'a, b\nc',
    scopes: 'rooms:read users:read',
    role: 'admin',
  };
  expect(bodyOf(FIELDS, values)).toEqual({
    username: 'ada',
    password: ' secret ',
    days: 7,
    until: new Date('2026-03-01T12:30').toISOString(),
    force: true,
    ids: ['a', 'b', 'c'],
    scopes: ['rooms:read', 'users:read'],
    role: 'admin',
  });
});

it('a body has no field that is empty', () => {
  expect(bodyOf(FIELDS, { username: '  ', days: '', force: '' })).toEqual({});
});

it('a time is shown in the time zone of the user', () => {
  const time = new Date(2026, 2, 1, 12, 30, 45);
  expect(timeInput(time)).toBe('2026-03-01T12:30');
  expect(new Date(timeInput(time))).toEqual(new Date(2026, 2, 1, 12, 30));
});
