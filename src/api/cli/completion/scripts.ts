import type { Command } from 'commander';

import { completableCommands } from './completable.js';
import type { CompletableCommand, Values } from './completable.js';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The script that completes the commands of a program in a shell. */
export const completionScript = (shell: keyof typeof SCRIPTS, program: Command): string =>
  SCRIPTS[shell](completableCommands(program));

/** How a shell writes a list of candidates. */
type List = (candidates: readonly (readonly [word: string, description?: string])[]) => string;

/** A script for bash, from version 3.2, which is part of macOS. */
function bashScript(commands: readonly CompletableCommand[]): string {
  const list: List = (candidates) => posixQuoted(candidates.map(([word]) => word).join(' '));
  return `# Completion of parley for bash, printed by: parley completion bash
_parley() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command=parley word='' files='' candidates='' flags=''
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
${knownCommands(commands)}
  done
${cases(commands, '"$command ${COMP_WORDS[COMP_CWORD-1]}"', list)}
  if [[ $current == -* ]]; then candidates=$flags files=''; fi
  if [[ -n $files ]]; then
    local IFS=$'\\n'
    compopt -o filenames 2> /dev/null
    COMPREPLY=($(compgen -f -- "$current"))
  else
    COMPREPLY=($(compgen -W "$candidates" -- "$current"))
  fi
}
complete -F _parley parley
`;
}

function zshScript(commands: readonly CompletableCommand[]): string {
  const list: List = (candidates) => {
    const words = candidates.map(([word, description]) => posixQuoted(description ? `${word}:${description}` : word));
    return `(${words.join(' ')})`;
  };
  return `#compdef parley
# Completion of parley for zsh, printed by: parley completion zsh
_parley() {
  local command=parley word='' files=''
  local -a candidates flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
${knownCommands(commands)}
  done
${cases(commands, '"$command ${words[CURRENT-1]}"', list)}
  if [[ $PREFIX == -* ]]; then
    _describe -o option flags
  elif [[ -n $files ]]; then
    _files
  else
    _describe value candidates
  fi
}
if [[ \${funcstack[1]} == _parley ]]; then _parley "$@"; else compdef _parley parley; fi
`;
}

/** Appends `$word` to `$command` if they are a command together. */
const knownCommands = (commands: readonly CompletableCommand[]): string =>
  `    case "$command $word" in
      ${commands.map(({ path }) => posixQuoted(path)).join(' | ')}) command="$command $word" ;;
    esac`;

/** Sets the candidates after `lastWords`, which are the command and the word before the cursor. */
function cases(commands: readonly CompletableCommand[], lastWords: string, list: List): string {
  const optionCases = commands.flatMap(({ path, options }) =>
    options.flatMap(({ flag, values }) =>
      values === undefined ? [] : [`    ${posixQuoted(`${path} ${flag}`)}) ${assignment(values, list)};;`],
    ),
  );
  return `  case ${lastWords} in
${optionCases.join('\n')}
    *)
      case $command in
${commands.map((command) => commandCase(command, list)).join('\n')}
      esac
      ;;
  esac`;
}

function commandCase({ path, subcommands, options, values }: CompletableCommand, list: List): string {
  const flags = list(options.map(({ flag, description }) => [flag, description]));
  const words = subcommands.map(({ name, description }) => [name, description] as const);
  const candidates = words.length > 0 ? `candidates=${list(words)} ` : assignment(values ?? 'none', list);
  return `        ${posixQuoted(path)}) ${candidates}flags=${flags} ;;`;
}

function assignment(values: Values, list: List): string {
  if (values === 'none') return '';
  return values === 'files' ? 'files=yes ' : `candidates=${list(values.map((value) => [value]))} `;
}

const posixQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function fishScript(commands: readonly CompletableCommand[]): string {
  const known = commands.map(({ path }) => fishQuoted(path)).join(' ');
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
  const here = `complete --command parley --condition ${fishQuoted(`__parley_at '${path}'`)}`;
  return [
    ...subcommands.map(
      ({ name, description }) => `${here} --arguments ${fishQuoted(name)} --description ${fishQuoted(description)}`,
    ),
    ...(values === undefined || values === 'none' ? [] : [`${here} ${parameters(values)}`]),
    ...options.map(({ flag, description, values: ofOption }) => {
      const value = ofOption === undefined ? '' : ` --require-parameter ${parameters(ofOption)}`;
      return `${here} --long-option ${flag.slice(2)}${value} --description ${fishQuoted(description)}`;
    }),
  ];
}

function parameters(values: Values): string {
  if (values === 'none') return '--no-files';
  return values === 'files' ? '--force-files' : `--no-files --arguments ${fishQuoted(values.join(' '))}`;
}

const fishQuoted = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;
