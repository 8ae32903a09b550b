import { Argument, type Command } from 'commander';
import { examples } from '../help.js';
import { printLines } from '../terminal.js';

type Shell = 'bash' | 'zsh' | 'fish';

export function registerCompletion(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'which one').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      examples(
        "echo 'source <(alphasparse completion bash)' >> ~/.bashrc",
        "echo 'source <(alphasparse completion zsh)' >> ~/.zshrc",
        'alphasparse completion fish > ~/.config/fish/completions/alphasparse.fish',
      ),
    )
    .action((shell: Shell) => printCompletion(program, shell));
}

async function printCompletion(program: Command, shell: Shell): Promise<void> {
  const { commandTree } = await import('../completion/commandTree.js');
  const { bashCompletion } = await import('../completion/bash.js');
  const { zshCompletion } = await import('../completion/zsh.js');
  const { fishCompletion } = await import('../completion/fish.js');
  const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
  printLines([scripts[shell](program.name(), commandTree(program)).trimEnd()]);
}
