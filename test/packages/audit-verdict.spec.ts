import { verdictOf } from './audit-verdict.js';

const report = (vulnerabilities: object): string =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { dependencies: { prod: 205 } } });

describe('the audit of packages', () => {
  it('passes without known vulnerabilities', () => {
    expect(verdictOf(report({}))).toEqual({
      sentences: ['No known vulnerability in 205 deployed packages.'],
      isBad: false,
    });
  });

  it('fails for any known vulnerability, whatever its severity', () => {
    expect(verdictOf(report({ left: { severity: 'low', range: '<1.2.3' } }))).toEqual({
      sentences: ['left <1.2.3: low'],
      isBad: true,
    });
  });

  it.each([
    ['405 Method Not Allowed', JSON.stringify({ message: '405 Method Not Allowed - POST https://registry.example/x' })],
    ['npm printed nothing', ''],
    ['npm printed nothing', 'npm ERR!'],
  ])('passes with a notice if the registry does not answer: %s', (why, text) => {
    expect(verdictOf(text)).toEqual({
      sentences: [`NOT AUDITED: the registry did not answer (${why}).`],
      isBad: false,
    });
  });
});
