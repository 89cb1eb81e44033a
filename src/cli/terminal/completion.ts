/** What a shell has to know to complete our commands: a script with all of them in it, so that completing starts no process. */
import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What may follow the words of a command: commands below it and its options. */
interface Place {
  /** `wallets register`; '' for the program itself. */
  readonly path: string;
  readonly words: readonly Word[];
}

interface Word {
  readonly word: string;
  readonly help: string;
  /** Of an option behind which a value has to stand. */
  readonly takesValue: boolean;
}

/** The script for that shell, of all commands of the program. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](placesOf(program, ''));
}

function placesOf(command: Command, path: string): Place[] {
  const below = command.commands.map((one) => ({
    ...{ word: one.name(), help: firstLine(one.description()), takesValue: false },
  }));
  const options = command.options.flatMap(({ long, description, required }) =>
    long == null ? [] : [{ word: long, help: firstLine(description), takesValue: required }],
  );
  const help = { word: '--help', help: 'say what this takes', takesValue: false };
  return [
    { path, words: [...below, ...options, help] },
    ...command.commands.flatMap((one) => placesOf(one, path === '' ? one.name() : `${path} ${one.name()}`)),
  ];
}

const firstLine = (text: string): string => text.split('\n')[0] ?? '';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The longest row of words that is a command's path, of those before the cursor. */
const findPath = (list: string): string => `  local path="" word
  for word in "\${${list}[@]}"; do
    case "$word" in -*) break ;; esac
    case "|$paths|" in *"|\${path:+$path }$word|"*) path="\${path:+$path }$word" ;; *) break ;; esac
  done`;

const isOption = ({ word }: Word): boolean => word.startsWith('--');

const pathsOf = (places: readonly Place[]): string =>
  places.flatMap(({ path }) => (path === '' ? [] : [path])).join('|');

/**
 * All three offer options to who has begun one with a dash, so that none stands where an address is to be typed, and files where no command
 * can follow.
 */
const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `# wallet-data: completion for bash.
_wallet_data() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}") current="\${COMP_WORDS[COMP_CWORD]}"
  local paths=${quoted(pathsOf(places))}
${findPath('words')}
  local below="" options=""
  case "$path" in
${places.map(({ path, words }) => `    ${quoted(path)}) below=${listed(words.filter((one) => !isOption(one)))} options=${listed(words.filter(isOption))} ;;`).join('\n')}
  esac
  case "$current" in -*) below="$options" ;; esac
  COMPREPLY=($(compgen -W "$below" -- "$current"))
}
complete -o default -F _wallet_data wallet-data`,
  zsh: (places) => `#compdef wallet-data
_wallet_data() {
  local current="\${words[CURRENT]}"
  local -a given=("\${(@)words[2,CURRENT-1]}") below options
  local paths=${quoted(pathsOf(places))}
${findPath('given')}
  case "$path" in
${places.map(({ path, words }) => `    ${quoted(path)}) below=(${described(words.filter((one) => !isOption(one)))}) options=(${described(words.filter(isOption))}) ;;`).join('\n')}
  esac
  case "$current" in -*) below=("\${(@)options}") ;; esac
  if (( \${#below} )); then _describe 'wallet-data' below; else _files; fi
}
# As a file of fpath it is called to complete; read by source it says what it completes.
if [[ "\${funcstack[1]-}" == _wallet* ]]; then
  _wallet_data "$@"
else
  (( \${+functions[compdef]} )) || { autoload -Uz compinit && compinit -i; }
  compdef _wallet_data wallet-data
fi`,
  fish: (places) => ['# wallet-data: completion for fish.', ...places.flatMap(fishLines)].join('\n'),
};

const listed = (words: readonly Word[]): string => quoted(words.map(({ word }) => word).join(' '));

/** As zsh's `_describe` reads them. */
const described = (words: readonly Word[]): string =>
  words.map(({ word, help }) => quoted(`${word.replaceAll(':', '\\:')}:${help}`)).join(' ');

function fishLines({ path, words }: Place): string[] {
  const seen = path.split(' ').filter((word) => word !== '');
  const below = words.filter((one) => !isOption(one)).map(({ word }) => word);
  const conditions = [
    ...seen.map((word) => `__fish_seen_subcommand_from ${word}`),
    ...(below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(' ')}`]),
  ].join('; and ');
  const when = conditions === '' ? '' : ` -n ${quoted(conditions)}`;
  return words.map((one) => {
    const help = `-d ${quoted(one.help)}`;
    return isOption(one)
      ? `complete -c wallet-data${when} -l ${one.word.slice(2)}${one.takesValue ? ' -r' : ''} ${help}`
      : `complete -c wallet-data${when} -f -a ${quoted(one.word)} ${help}`;
  });
}
