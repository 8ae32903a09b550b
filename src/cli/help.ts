import type { Command, Help } from 'commander';

/** Help in the sections of a manual page, for `Command.configureHelp`. Commander drops the bold where it may not show. */
export const manualHelp: Partial<Help> = {
  showGlobalOptions: true,
  formatHelp(command, help) {
    const width = help.padWidth(command, help);
    const item = (term: string, text: string) => help.formatItem(term, width, text, help);
    const sections: [title: string, lines: string[]][] = [
      ['NAME', [`  ${fullName(command)} - ${command.description()}`]],
      ['SYNOPSIS', [`  ${help.commandUsage(command)}`]],
      [
        'COMMANDS',
        help.visibleCommands(command).map((c) => item(help.subcommandTerm(c), help.subcommandDescription(c))),
      ],
      ['ARGUMENTS', help.visibleArguments(command).map((a) => item(help.argumentTerm(a), help.argumentDescription(a)))],
      ['OPTIONS', help.visibleOptions(command).map((o) => item(help.optionTerm(o), help.optionDescription(o)))],
      [
        'GLOBAL OPTIONS',
        help.visibleGlobalOptions(command).map((o) => item(help.optionTerm(o), help.optionDescription(o))),
      ],
    ];
    return sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => section(title, lines).slice(1))
      .join('\n\n')
      .concat('\n');
  },
};

/** The section of examples, for `addHelpText('after', ...)`. A remark may follow a command after two blanks. */
export function examples(...commands: string[]): string {
  return section(
    'EXAMPLES',
    commands.map((command) => `  $ ${command}`),
  );
}

/** A titled part of a help text, with a blank line before it. */
export function section(title: string, lines: readonly string[]): string {
  return `\n\x1b[1m${title}\x1b[22m\n${lines.join('\n')}`;
}

function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
