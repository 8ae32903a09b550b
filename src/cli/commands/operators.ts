import type { Command } from 'commander';
import { AlphaSparseError } from '../../errors.js';
import type { Operator } from '../../operators/operator.js';
import { valueText } from '../../report/graphText.js';
import { examples } from '../help.js';
import { didYouMean } from '../similar.js';
import { table } from '../table.js';
import { printJson, printLines } from '../terminal.js';

export function registerOperators(program: Command): void {
  program
    .command('operators')
    .description('list the operators that designs are made of, or describe one')
    .argument('[name]', 'operator to describe')
    .option('--json', 'print one JSON object on stdout')
    .addHelpText('after', examples('alphasparse operators BMT_ROW_BLOCK'))
    .action(runOperators);
}

async function runOperators(name: string | undefined, flags: { json?: boolean }): Promise<void> {
  const { operators } = await import('../../operators/index.js');
  if (name === undefined) {
    if (flags.json) printJson({ operators: operators.map(describe) });
    else printLines(table(operators.map(tableRow)));
    return;
  }
  const operator = operators.find((candidate) => candidate.name === name.toUpperCase());
  if (!operator)
    throw new AlphaSparseError(
      'usage',
      `no operator '${name}'${didYouMean(
        name,
        operators.map((each) => each.name),
      )}`,
      '`alphasparse operators` lists them',
    );
  if (flags.json) printJson(describe(operator));
  else printLines(detailLines(operator));
}

/** Stage, name, parameters and what it does. */
function tableRow({ stage, name, params, summary }: Operator): string[] {
  return [stage, name, Object.keys(params).join(' '), summary];
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
  for (const [name, spec] of params) {
    const tried = spec.fine.length > 1 ? `; the search tries ${spec.fine.map(valueText).join(', ')}` : '';
    lines.push(`  ${name}: ${spec.doc} (default ${valueText(spec.default)}${tried})`);
  }
  if (params.length > 0) lines.push('');
  return [...lines, operator.example];
}
