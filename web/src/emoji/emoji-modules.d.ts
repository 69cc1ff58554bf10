/** The emojis with their names in a language; the build makes these modules (`web/emoji-modules.ts`). */
declare module 'virtual:emojis/*' {
  type Row = readonly [
    character: string,
    label: string,
    words: string,
    shortNames: readonly string[],
    group: number,
    tones?: readonly string[],
  ];
  const rows: readonly Row[];
  export default rows;
}
