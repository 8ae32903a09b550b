import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, type Option } from 'commander';
import { z } from 'zod';
import { AlphaSparseError, messageOf } from '../errors.js';
import { didYouMean } from './similar.js';

/** Commands whose options may be set; each has its section in the file. */
const configurable = ['tune', 'run', 'bench', 'export'];

/**
 * Gives options of `command` that the command line leaves open the values that a config file has for them; a file that
 * was not `asked` for may be absent. Throws 'usage' with the file and the place in it for whatever is wrong there, also
 * in the sections of other commands.
 */
export async function applyConfig(command: Command, file: string, asked: boolean): Promise<void> {
  const { parent } = command;
  if (!parent || !configurable.includes(command.name())) return;
  const text = await readConfig(file, asked);
  if (text === undefined) return;
  const config = parseConfig(text, file, parent);
  for (const [name, value] of Object.entries(config[command.name()] ?? {})) {
    const source = command.getOptionValueSource(name);
    if (source === undefined || source === 'default') command.setOptionValueWithSource(name, value, 'config');
  }
}

/** The sections of a config file, checked by the options that `program` has. Exported for tests. */
export function parseConfig(text: string, file: string, program: Command): Record<string, Record<string, unknown>> {
  const fail = (message: string): never => {
    throw new AlphaSparseError(
      'usage',
      `${file}: ${message}`,
      'Options are named as on the command line: minNnz is --min-nnz.',
    );
  };
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    return fail(`not JSON: ${messageOf(error)}`);
  }
  const commands = program.commands.filter((command) => configurable.includes(command.name()));
  const sections = new Map(commands.map((command) => [command.name(), sectionSchema(command)]));
  const shape = Object.fromEntries([...sections].map(([name, schema]) => [name, schema.optional()]));
  const parsed = z.strictObject(shape).safeParse(content);
  if (parsed.success) return parsed.data as Record<string, Record<string, unknown>>;
  const [issue] = parsed.error.issues;
  const place = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return fail(`${place || 'the file'}: ${issue.message}`);
  const [key] = issue.keys;
  const section = sections.get(place);
  const known = Object.keys(section ? section.shape : shape);
  return fail(`no ${section ? `option '${place}.${key}'` : `section '${key}'`}${didYouMean(key, known)}`);
}

async function readConfig(file: string, asked: boolean): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const absent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (absent && !asked) return undefined;
    throw new AlphaSparseError('usage', `cannot read the config file: ${messageOf(error)}`);
  }
}

/** What a command's section may hold: an option that must be given each time is no matter of defaults. */
function sectionSchema(command: Command) {
  const options = command.options.filter(({ mandatory }) => !mandatory);
  return z.strictObject(
    Object.fromEntries(options.map((option) => [option.attributeName(), optionSchema(option).optional()])),
  );
}

/** An option's values as JSON, turned into what the command line would make of them. */
function optionSchema(option: Option): z.ZodType {
  if (option.isBoolean() || option.negate) return z.boolean();
  if (option.argChoices) return z.enum(option.argChoices);
  const { parseArg } = option;
  if (!parseArg) return z.string();
  const text = z.union([
    z.string(),
    z.number().transform(String),
    z.array(z.string()).transform((list) => list.join(',')),
  ]);
  return text.transform((value, context) => {
    try {
      return parseArg(value, undefined);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      context.addIssue(`'${value}' is no value of ${option.long}. ${error.message}`);
      return z.NEVER;
    }
  });
}
