import type { CompletableCommand, Values } from './completable.js';

/** How a shell writes a list of candidates. */
type List = (candidates: readonly (readonly [word: string, description?: string])[]) => string;

/** A script for bash, from version 3.2, which is part of macOS. */
export function bashScript(commands: readonly CompletableCommand[]): string {
  const list: List = (candidates) => quoted(candidates.map(([word]) => word).join(' '));
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

export function zshScript(commands: readonly CompletableCommand[]): string {
  const list: List = (candidates) => {
    const words = candidates.map(([word, description]) => quoted(description ? `${word}:${description}` : word));
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
      ${commands.map(({ path }) => quoted(path)).join(' | ')}) command="$command $word" ;;
    esac`;

/** Sets the candidates after `lastWords`, which are the command and the word before the cursor. */
function cases(commands: readonly CompletableCommand[], lastWords: string, list: List): string {
  const optionCases = commands.flatMap(({ path, options }) =>
    options.flatMap(({ flag, values }) =>
      values === undefined ? [] : [`    ${quoted(`${path} ${flag}`)}) ${assignment(values, list)};;`],
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
  return `        ${quoted(path)}) ${candidates}flags=${flags} ;;`;
}

function assignment(values: Values, list: List): string {
  if (values === 'none') return '';
  return values === 'files' ? 'files=yes ' : `candidates=${list(values.map((value) => [value]))} `;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
