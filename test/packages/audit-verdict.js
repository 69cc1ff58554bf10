/**
 * @typedef {object} Report the fields of npm's report that are read here
 * @property {number} [auditReportVersion] missing if there is no report
 * @property {string} [message] why there is no report
 * @property {Record<string, { severity: string, range: string }>} [vulnerabilities] by package
 * @property {{ dependencies?: { prod?: number } }} [metadata]
 */

/**
 * The result of `npm audit --json`.
 * @param {string} text
 * @returns {{ sentences: string[], isBad: boolean }}
 */
export function verdictOf(text) {
  const { auditReportVersion, message, vulnerabilities = {}, metadata } = reportOf(text);
  if (auditReportVersion === undefined) {
    return {
      sentences: [`NOT AUDITED: the registry did not answer (${firstLine(message) ?? 'npm printed nothing'}).`],
      isBad: false,
    };
  }
  const found = Object.entries(vulnerabilities);
  const requested = metadata?.dependencies?.prod;
  if (found.length === 0) {
    return { sentences: [`No known vulnerability in ${String(requested ?? 'all')} deployed packages.`], isBad: false };
  }
  return { sentences: found.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`), isBad: true };
}

/** @param {string | undefined} message without the addresses in it */
const firstLine = (message) => message?.split('\n')[0]?.replace(/\s+-?\s*(GET|POST)?\s*https?:\S+/g, '');

/** @param {string} text @returns {Report} */
function reportOf(text) {
  try {
    return parsed(text);
  } catch {
    return {};
  }
}

/** @type {(text: string) => Report} */
const parsed = JSON.parse;
