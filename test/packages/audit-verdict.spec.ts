import { verdictOf } from './audit-verdict.js';

const report = (vulnerabilities: object): string =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { prod: 205 } } });

describe('an audit', () => {
  it('is content where nothing is known', () => {
    expect(verdictOf(report({}))).toEqual({
      sentences: ['No known fault in 205 packages that are deployed.'],
      isBad: false,
    });
  });

  it('fails for whatever is known, however little it is', () => {
    expect(verdictOf(report({ left: { severity: 'low', range: '<1.2.3' } }))).toEqual({
      sentences: ['left <1.2.3: low'],
      isBad: true,
    });
  });

  it.each([
    ['405 Method Not Allowed', JSON.stringify({ message: '405 Method Not Allowed - POST https://registry.example/x' })],
    ['npm said nothing', ''],
    ['npm said nothing', 'npm ERR!'],
  ])('that could not be made says so, and does not fail: %s', (why, text) => {
    expect(verdictOf(text)).toEqual({
      sentences: [`NOT AUDITED: the registry could not be asked (${why}).`],
      isBad: false,
    });
  });
});
