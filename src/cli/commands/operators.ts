import type { Command } from 'commander';
import { AlphaSparseError } from '../../errors.js';
import type { Operator } from '../../operators/operator.js';
import { table } from '../format.js';
import { printJson, printLines } from '../terminal.js';

export function registerOperators(program: Command): void {
  program
    .command('operators')
    .description('list the operators that designs are made of, or describe one')
    .argument('[name]', 'operator to describe')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText('after', '\nExample:\n  $ alphasparse operators BMT_ROW_BLOCK')
    .action(runOperators);
}

async function runOperators(name: string | undefined, flags: { json?: boolean }): Promise<void> {
  const { operators } = await import('../../operators/index.js');
  if (name === undefined) {
    if (flags.json) printJson({ operators: operators.map(describe) });
    else printLines(table(operators.map((operator) => [operator.stage, operator.name, operator.summary])));
    return;
  }
  const operator = operators.find((candidate) => candidate.name === name.toUpperCase());
  if (!operator) throw new AlphaSparseError('usage', `no operator '${name}'`, '`alphasparse operators` lists them');
  if (flags.json) printJson(describe(operator));
  else printLines(detailLines(operator));
}

function describe({ name, stage, source, summary, example, params }: Operator): object {
  const parameters = Object.entries(params).map(([param, spec]) => {
    return { name: param, doc: spec.doc, default: spec.default, coarse: spec.coarse, fine: spec.fine };
  });
  return { name, stage, source, summary, example, parameters };
}

function detailLines(operator: Operator): string[] {
  const lines = [`${operator.name} (${operator.stage})`, operator.summary, `from: ${operator.source}`, ''];
  const params = Object.entries(operator.params);
  for (const [name, spec] of params) lines.push(`  ${name}: ${spec.doc} (default ${spec.default})`);
  if (params.length > 0) lines.push('');
  return [...lines, operator.example];
}
