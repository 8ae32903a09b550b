import { type CommandNode, everyCommand, placeOf, quoted } from './commandTree.js';

/** A script that completes `name` in zsh with descriptions, whether sourced or found as `_name` in fpath. */
export function zshCompletion(name: string, root: CommandNode): string {
  const commands = everyCommand(root);
  const paths = commands.filter(({ path }) => path.length > 0).map(({ path }) => quoted(placeOf(path)));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap((option) => {
      const patterns = option.flags.map((flag) => quoted(`${placeOf(path)} ${flag}`)).join('|');
      return option.values ? [`    (${patterns}) ${offer(option.values)}; return ;;`] : [];
    }),
  );
  const words = commands.map(({ path, children, options, values: own }) => {
    const flags = options.flatMap(({ flags, summary }) => flags.map((flag) => quoted(`${flag}:${summary}`)));
    const names = children.map((child) => quoted(`${child.path.at(-1)}:${child.summary}`));
    const otherwise = names.length > 0 ? `found=(${names.join(' ')}); _describe command found` : own ? offer(own) : ':';
    return `    (${quoted(placeOf(path))})
      if [[ $words[CURRENT] == -* ]]; then found=(${flags.join(' ')}); _describe option found
      else ${otherwise}; fi ;;`;
  });
  return `#compdef ${name}
# zsh completion for ${name}. To use it: source <(${name} completion zsh)
_${name}() {
  local at='' i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    case "$at $words[i]" in
    (${paths.join('|')}) at="$at $words[i]" ;;
    esac
  done
  case "$at $words[CURRENT-1]" in
${values.join('\n')}
  esac
  case "$at" in
${words.join('\n')}
  esac
}
if [[ $funcstack[1] == _${name} ]]; then _${name} "$@"; else compdef _${name} ${name}; fi
`;
}

function offer(values: readonly string[]): string {
  return values.length > 0 ? `compadd -- ${values.map(quoted).join(' ')}` : '_files';
}
