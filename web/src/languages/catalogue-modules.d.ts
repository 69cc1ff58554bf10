/** The second part of a catalogue; the build makes these modules (`web/compile-catalogues.ts`). */
declare module '*.json?later' {
  const messages: unknown;
  export default messages;
}
