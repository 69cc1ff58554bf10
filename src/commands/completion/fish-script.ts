import type { CompletableCommand, Values } from './completable.js';

export function fishScript(commands: readonly CompletableCommand[]): string {
  const known = commands.map(({ path }) => quoted(path)).join(' ');
  return `# Completion of parley for fish, printed by: parley completion fish
function __parley_at --description 'Whether the command before the cursor is this one'
    set --local command parley
    for word in (commandline --tokenize --current-process --cut-at-cursor)[2..]
        if contains -- "$command $word" ${known}
            set command "$command $word"
        end
    end
    test "$command" = "$argv[1]"
end
complete --command parley --no-files
${commands.flatMap(completions).join('\n')}
`;
}

function completions({ path, subcommands, options, values }: CompletableCommand): string[] {
  const here = `complete --command parley --condition ${quoted(`__parley_at '${path}'`)}`;
  return [
    ...subcommands.map(
      ({ name, description }) => `${here} --arguments ${quoted(name)} --description ${quoted(description)}`,
    ),
    ...(values === undefined || values === 'none' ? [] : [`${here} ${parameters(values)}`]),
    ...options.map(({ flag, description, values: ofOption }) => {
      const value = ofOption === undefined ? '' : ` --require-parameter ${parameters(ofOption)}`;
      return `${here} --long-option ${flag.slice(2)}${value} --description ${quoted(description)}`;
    }),
  ];
}

function parameters(values: Values): string {
  if (values === 'none') return '--no-files';
  return values === 'files' ? '--force-files' : `--no-files --arguments ${quoted(values.join(' '))}`;
}

const quoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
