import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const SOURCES = join(import.meta.dirname, '../..');
const CHECKED = join(SOURCES, 'literals.ts');

/** A permission is named so, a result of a check need not be. */
const BRANDED = /^export (?:interface|type) (?:(\w+Grant)\b|(\w+)\b[^={]*(?:extends|=).*\bBranded<)/gm;

interface BrandedType {
  /** Below `src`. */
  readonly file: string;
  readonly name: string;
}

const types: readonly BrandedType[] = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
  .flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(BRANDED)].map(([, grant, other]) => ({
      file,
      name: grant ?? other ?? '',
    })),
  )
  .sort((a, b) => a.name.localeCompare(b.name));

/**
 * The compiler's faults in a module that makes each type from a literal with all of its other fields, by line. Only the
 * files of the types and what they import are read.
 */
function faultsOfLiterals(): ReadonlyMap<number, string> {
  const literals = types.map(({ file, name }) => {
    const type = `import('./${file.replace(/\.ts$/, '.js')}').${name}${parametersOf(file, name)}`;
    return `{ const fields = 0 as unknown as Fields<${type}>; const made: ${type} = { ...fields }; }`;
  });
  const text = [...literals, 'export type Fields<T> = { [K in keyof T as K extends symbol ? never : K]: T[K] };'].join(
    '\n',
  );
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    experimentalDecorators: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === CHECKED || fileExists(name);
  host.getSourceFile = (name, version) =>
    name === CHECKED ? ts.createSourceFile(name, text, version) : getSourceFile(name, version);
  const program = ts.createProgram([CHECKED], options, host);
  const checked = program.getSourceFile(CHECKED);
  return new Map(
    program
      .getSemanticDiagnostics(checked)
      .map(({ file, start = 0, messageText }) => [
        file?.getLineAndCharacterOfPosition(start).line ?? -1,
        ts.flattenDiagnosticMessageText(messageText, ' '),
      ]),
  );
}

/** An argument for each parameter of a generic type: with `any` for one without a constraint, all of the type could be `any`. */
function parametersOf(file: string, name: string): string {
  const source = ts.createSourceFile(file, readFileSync(join(SOURCES, file), 'utf8'), ts.ScriptTarget.Latest);
  const declared = source.statements.find(
    (node) => (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) && node.name.text === name,
  ) as ts.InterfaceDeclaration | undefined;
  const parameters = (declared?.typeParameters ?? []).map(({ constraint }) => (constraint ? 'any' : 'object'));
  return parameters.length === 0 ? '' : `<${parameters.join(', ')}>`;
}

describe('a permission, and a result of a check', () => {
  const faults = faultsOfLiterals();

  it('are found in the sources', () => {
    expect(types.length).toBeGreaterThan(20);
  });

  it.each(types.map(({ name, file }, line) => ({ name, file, line })))(
    'is no object literal: $name in $file',
    ({ line }) => {
      expect(faults.get(line)).toMatch(/\[brand\]|Branded/);
    },
  );
});
