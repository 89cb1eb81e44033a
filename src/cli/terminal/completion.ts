/** What a shell has to know to complete our commands: a script with all of them in it, so that completing starts no process. */
import type { Command } from 'commander';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

/** What may follow the words of a command: commands below it and its options. */
interface Place {
  /** `wallets register`; '' for the program itself. */
  readonly path: string;
  readonly words: readonly { word: string; help: string }[];
}

/** The script for that shell, of all commands of the program. */
export function completionScript(shell: Shell, program: Command): string {
  return scripts[shell](placesOf(program, ''));
}

function placesOf(command: Command, path: string): Place[] {
  const below = command.commands.map((one) => ({ word: one.name(), help: firstLine(one.description()) }));
  const options = command.options.flatMap(({ long, description }) =>
    long == null ? [] : [{ word: long, help: firstLine(description) }],
  );
  const help = { word: '--help', help: 'say what this takes' };
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

const pathsOf = (places: readonly Place[]): string =>
  places.flatMap(({ path }) => (path === '' ? [] : [path])).join('|');

const scripts: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `# wallet-data: completion for bash.
_wallet_data() {
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}") current="\${COMP_WORDS[COMP_CWORD]}"
  local paths=${quoted(pathsOf(places))}
${findPath('words')}
  local choices
  case "$path" in
${places.map(({ path, words }) => `    ${quoted(path)}) choices=${quoted(words.map(({ word }) => word).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "$current"))
}
complete -F _wallet_data wallet-data`,
  zsh: (places) => `#compdef wallet-data
_wallet_data() {
  local current="\${words[CURRENT]}"
  local -a given=("\${(@)words[2,CURRENT-1]}") choices
  local paths=${quoted(pathsOf(places))}
${findPath('given')}
  case "$path" in
${places.map(({ path, words }) => `    ${quoted(path)}) choices=(${words.map(({ word, help }) => quoted(`${word.replaceAll(':', '\\:')}:${help}`)).join(' ')}) ;;`).join('\n')}
  esac
  _describe 'wallet-data' choices
}
compdef _wallet_data wallet-data`,
  fish: (places) =>
    ['# wallet-data: completion for fish.', 'complete -c wallet-data -f', ...places.flatMap(fishLines)].join(
      '\n',
    ),
};

function fishLines({ path, words }: Place): string[] {
  const seen = path.split(' ').filter((word) => word !== '');
  const below = words.filter(({ word }) => !word.startsWith('--')).map(({ word }) => word);
  const conditions = [
    ...seen.map((word) => `__fish_seen_subcommand_from ${word}`),
    ...(below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(' ')}`]),
  ].join('; and ');
  const when = conditions === '' ? '' : ` -n ${quoted(conditions)}`;
  return words.map(({ word, help }) =>
    word.startsWith('--')
      ? `complete -c wallet-data${when} -l ${word.slice(2)} -d ${quoted(help)}`
      : `complete -c wallet-data${when} -a ${quoted(word)} -d ${quoted(help)}`,
  );
}
