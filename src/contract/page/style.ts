import { Html } from './html.js';

/** Readable on a phone, by day and by night. As it stands in the page, to the letter: it is let in by its hash. */
export const styleText = `
:root { color-scheme: light dark; --text: #1c1e21; --page: #fff; --faint: #667; --line: #d8dbe0; --link: #0b57d0; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6e7ea; --page: #16181c; --faint: #9aa0aa; --line: #353a42; --link: #8ab4f8; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--page); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
h3 { margin-bottom: .25rem; }
h4 { margin: .75rem 0 .25rem; }
p { margin: .25rem 0; }
code { font-family: ui-monospace, monospace; font-size: .95em; }
small { color: var(--faint); }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { width: 30%; font-weight: normal; }
`;

export const style = new Html(`<style>${styleText}</style>`);
