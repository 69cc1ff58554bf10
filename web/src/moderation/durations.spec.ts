import { showLanguage } from '../languages/translate.js';
import { duration, timeLeft } from './durations.js';

beforeAll(() => showLanguage('en'));

it.each([
  [1, '1 second'],
  [90, '90 seconds'],
  [300, '5 minutes'],
  [86_400, '1 day'],
])('%i seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text));

it.each([
  [0, '0:00'],
  [9, '0:09'],
  [65, '1:05'],
  [3_600, '1:00:00'],
  [86_399, '23:59:59'],
  [86_400, '1 day'],
  [86_401, '2 days'],
])('of %i seconds, %s are left', (seconds, text) => expect(timeLeft(seconds)).toBe(text));
