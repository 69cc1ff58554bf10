/** @typedef {import('../bundled-packages.js').BundledPackage} BundledPackage */

export const NOTICES = 'THIRD-PARTY.txt';

const LINE = `\n\n${'-'.repeat(80)}\n\n`;

/** The licences of the packages inside of an archive. @param {readonly BundledPackage[]} packages */
export function noticesOf(packages) {
  const parts = packages.map(({ name, version, license, text }) =>
    [`${name} ${version}`, `Licence: ${license}`, ...(text === '' ? [] : ['', text])].join('\n'),
  );
  return `${['This archive contains these packages, under their own licences.', ...parts].join(LINE)}\n`;
}
