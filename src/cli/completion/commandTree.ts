import type { Argument, Command, Option } from 'commander';

/** What can follow a command, as shells want to know it. */
export interface CommandNode {
  /** The words that lead here, without the program's name: `['cache', 'ls']`; none for the program itself. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly children: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  /** Values of its argument; undefined when it has none, empty when that is a file or free. */
  readonly values?: readonly string[];
}

export interface OptionNode {
  /** `--budget`, and `-V` where it has a short form. */
  readonly flags: readonly string[];
  readonly summary: string;
  /** Values that it may take; undefined when it takes none, empty when any. */
  readonly values?: readonly string[];
}

/** A program's commands and options, help included, as its help lists them. */
export function commandTree(command: Command, path: readonly string[] = []): CommandNode {
  const help = command.createHelp();
  const [argument] = command.registeredArguments;
  return {
    path,
    summary: command.description(),
    children: help.visibleCommands(command).map((child) => commandTree(child, [...path, child.name()])),
    options: [...help.visibleOptions(command), ...globalOptions(command)].map(optionNode),
    values: argument && valuesOf(argument),
  };
}

/** All commands of a tree, from the program down. */
export function everyCommand(node: CommandNode): CommandNode[] {
  return [node, ...node.children.flatMap(everyCommand)];
}

/** How the scripts write where they are: each word with a blank before it. */
export function placeOf(path: readonly string[]): string {
  return path.map((word) => ` ${word}`).join('');
}

/** A word for bash and zsh. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What may be given with any command; not the version, which only stands alone. */
function globalOptions(command: Command): Option[] {
  return command.parent ? command.parent.options.filter(({ long }) => long === '--config') : [];
}

function optionNode(option: Option): OptionNode {
  const flags = [option.long, option.short].filter((flag) => flag !== undefined);
  return { flags, summary: option.description, values: takesValue(option) ? valuesOf(option) : undefined };
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function valuesOf({ argChoices }: Option | Argument): readonly string[] {
  return argChoices ?? [];
}
