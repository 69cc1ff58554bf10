import { browserLanguage, directionOf, LANGUAGES, localeOf } from './languages.js';

it('the language is the first of the browser that the page has', () => {
  expect(browserLanguage(['fr-CA', 'de-AT', 'en'])).toBe('de');
  expect(browserLanguage(['ES'])).toBe('es');
  expect(browserLanguage(['fr', 'it'])).toBe('en');
  expect(browserLanguage([])).toBe('en');
});

it('times and numbers are shown as the browser asks, if it asks for the language', () => {
  expect(localeOf('de', ['fr-CA', 'de-AT', 'de'])).toBe('de-AT');
  expect(localeOf('ja', ['en-GB'])).toBe('ja');
});

it('Arabic is written from right to left', () => {
  expect(LANGUAGES.filter(({ code }) => directionOf(code) === 'rtl').map(({ code }) => code)).toEqual(['ar']);
});
