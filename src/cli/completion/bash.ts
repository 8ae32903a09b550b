import { type CommandNode, everyCommand, placeOf, quoted } from './commandTree.js';

/** A script that completes `name` in bash, also in 3.2. Where it has nothing to offer, bash completes files. */
export function bashCompletion(name: string, root: CommandNode): string {
  const commands = everyCommand(root);
  const paths = commands.filter(({ path }) => path.length > 0).map(({ path }) => quoted(placeOf(path)));
  const values = commands.flatMap(({ path, options }) =>
    options.flatMap((option) => {
      const patterns = option.flags.map((flag) => quoted(`${placeOf(path)} ${flag}`)).join(' | ');
      return option.values ? [`    ${patterns}) words=${quoted(option.values.join(' '))} ;;`] : [];
    }),
  );
  const words = commands.map(({ path, children, options, values: own = [] }) => {
    const names = [...children.map((child) => child.path.at(-1)), ...own].join(' ');
    const flags = options.flatMap((option) => option.flags).join(' ');
    return `    ${quoted(placeOf(path))}) [[ $word == -* ]] && words=${quoted(flags)} || words=${quoted(names)} ;;`;
  });
  return `# bash completion for ${name}. To use it: source <(${name} completion bash)
_${name}() {
  local word=\${COMP_WORDS[COMP_CWORD]} at= words= i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${paths.join(' | ')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
    *)
    case "$at" in
${words.join('\n')}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o bashdefault -o default -F _${name} ${name}
`;
}
