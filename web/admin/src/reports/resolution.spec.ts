import { resolutionOf } from './resolution.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');

it('a mute and a ban have an end', () => {
  expect(resolutionOf('mute', ' Spam. ', '24', NOW)).toEqual({
    action: 'mute',
    note: 'Spam.',
    until: '2026-03-02T12:00:00.000Z',
  });
  expect(resolutionOf('ban', '', '', NOW)).toEqual({ action: 'ban' });
});

it('no other action has an end', () => {
  expect(resolutionOf('dismiss', '', '24', NOW)).toEqual({ action: 'dismiss' });
  expect(resolutionOf('deactivate', '  ', '1', NOW)).toEqual({ action: 'deactivate' });
});
