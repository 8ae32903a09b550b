import { type CommandNode, everyCommand, type OptionNode } from './commandTree.js';

/** A script that completes `name` in fish, with descriptions. */
export function fishCompletion(name: string, root: CommandNode): string {
  const lines = everyCommand(root).flatMap((command) => {
    const start = `complete -c ${name} -n ${quoted(condition(command))}`;
    const children = command.children.map(
      (child) => `${start} -f -a ${quoted(child.path.at(-1) ?? '')} -d ${quoted(child.summary)}`,
    );
    const values = command.values?.length ? [`${start} -f -a ${quoted(command.values.join(' '))}`] : [];
    const noFiles = command.values === undefined ? [`${start} -f`] : [];
    return [...children, ...values, ...noFiles, ...command.options.map((option) => `${start} ${optionText(option)}`)];
  });
  return `# fish completion for ${name}. To use it: ${name} completion fish | source\n${lines.join('\n')}\n`;
}

/** True in fish where this command has been given, and none below it. */
function condition({ path, children }: CommandNode): string {
  if (path.length === 0) return '__fish_use_subcommand';
  const given = path.map((word) => `__fish_seen_subcommand_from ${word}`);
  const below = children.map((child) => child.path.at(-1)).join(' ');
  return [...given, ...(below ? [`not __fish_seen_subcommand_from ${below}`] : [])].join('; and ');
}

function optionText({ flags, summary, values }: OptionNode): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = values === undefined ? '' : values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ' -r -F';
  return `${names.join(' ')}${value} -d ${quoted(summary)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
