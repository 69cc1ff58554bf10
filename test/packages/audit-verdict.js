/**
 * @typedef {object} Report as much of npm's as is read here
 * @property {number} [auditReportVersion] of a report; missing where there is none
 * @property {string} [message] why there is none
 * @property {Record<string, { severity: string, range: string }>} [vulnerabilities] by package
 * @property {{ dependencies?: { prod?: number } }} [metadata]
 */

/**
 * What `npm audit --json` says.
 * @param {string} text
 * @returns {{ sentences: string[], isBad: boolean }}
 */
export function verdictOf(text) {
  const { auditReportVersion, message, vulnerabilities = {}, metadata } = reportOf(text);
  if (auditReportVersion === undefined) {
    return {
      sentences: [`NOT AUDITED: the registry could not be asked (${firstLine(message) ?? 'npm said nothing'}).`],
      isBad: false,
    };
  }
  const found = Object.entries(vulnerabilities);
  const asked = metadata?.dependencies?.prod;
  if (found.length === 0) {
    return { sentences: [`No known fault in ${String(asked ?? 'all')} packages that are deployed.`], isBad: false };
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
