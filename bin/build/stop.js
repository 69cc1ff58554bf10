/**
 * One clear sentence, and the end.
 * @param {string} sentence
 * @returns {never}
 */
export function stop(sentence) {
  process.stderr.write(`${sentence.trimEnd()}\n`);
  process.exit(1);
}
