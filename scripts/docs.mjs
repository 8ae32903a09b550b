// `npm run docs`: writes docs/operators.md from the descriptors in src/operators. With `--check` it only says whether
// the file is up to date (exit status 1 when it is not).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Node, Project, SyntaxKind } from 'ts-morph';
import { runnerImport } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'docs/operators.md');

const { operators } = (await runnerImport(join(root, 'src/operators/index.ts'))).module;
const project = new Project({ tsConfigFilePath: join(root, 'tsconfig.json'), skipAddingFilesFromTsConfig: true });
project.addSourceFilesAtPaths(join(root, 'src/operators/**/*.ts'));
project.resolveSourceFileDependencies();

const propertyDocs = readPropertyDocs();
const descriptors = findDescriptors();
const text = formatted(document());
if (process.argv.includes('--check')) {
  const stale = readIfThere(output) !== text;
  if (stale) console.error('docs/operators.md is stale: npm run docs');
  process.exit(stale ? 1 : 0);
}
mkdirSync(dirname(output), { recursive: true });
writeFileSync(output, text);

function document() {
  const lines = [
    '# Operators',
    '',
    '<!-- Written by `npm run docs` from src/operators. Change it there. -->',
    '',
    `A design is a graph of these ${operators.length} operators. A chain converts the matrix, ends that with COMPRESS, maps`,
    'entries to thread blocks (BMTB), warps (BMW) and threads (BMT), coarse to fine, and then says how sums meet.',
    'A parameter left out has its default. The search measures the coarse values and lets a model choose among all.',
  ];
  for (const stage of ['converting', 'mapping', 'implementing']) {
    const members = operators.filter((operator) => operator.stage === stage);
    lines.push('', `## ${stage[0].toUpperCase()}${stage.slice(1)}`, '', '| operator | does |', '| --- | --- |');
    for (const { name, summary } of members) lines.push(`| [${name}](#${name.toLowerCase()}) | ${summary} |`);
    for (const operator of members) lines.push(...section(operator));
  }
  return `${lines.join('\n')}\n`;
}

/** The text as the project's formatter wants it. */
function formatted(text) {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'format', '--stdin-file-path=docs/operators.md'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' });
  return status === 0 ? stdout : fail(stderr);
}

function section({ name, summary, source, example, params, properties }) {
  const lines = ['', `### ${name}`, '', summary, '', `- From: ${source}.`, `- Example: ${example}`];
  for (const [property, value] of Object.entries(properties)) {
    const detail = typeof value === 'object' ? Object.values(value).join(', ') : value;
    lines.push(`- ${propertyDocs.get(property)}${value === true ? '' : ` Here: ${detail}.`}`);
  }
  const entries = Object.entries(params);
  if (entries.length > 0) {
    lines.push('', '| parameter | meaning | default | coarse | all |', '| --- | --- | --- | --- | --- |');
    for (const [param, spec] of entries) {
      const [coarse, all] = [spec.coarse, spec.fine].map((values) => values.map(show).join(', '));
      lines.push(`| \`${param}\` | ${spec.doc} | ${show(spec.default)} | ${coarse} | ${all} |`);
    }
  }
  const reasons = reasonsOf(name);
  return [...lines, '', 'Refused with:', '', ...reasons.map((reason) => `- ${reason}`)];
}

function show(value) {
  return Array.isArray(value) ? `[${value.join(', ')}]` : `${value}`;
}

/** The JSDoc of each property that an operator may declare, from the interface `Properties`. */
function readPropertyDocs() {
  const file = project.getSourceFileOrThrow('src/operators/operator.ts');
  const members = file.getInterfaceOrThrow('Properties').getProperties();
  return new Map(
    members.map((member) => [member.getName(), docOf(member) ?? fail(`${member.getName()} has no JSDoc`)]),
  );
}

function docOf(node) {
  return node.getJsDocs()[0]?.getCommentText()?.replace(/\s+/g, ' ');
}

/** Object literals with a `name`, by that name. */
function findDescriptors() {
  const literals = project.getSourceFiles('src/operators/*/*.ts').flatMap((file) =>
    file
      .getVariableDeclarations()
      .map((declaration) => declaration.getInitializerIfKind(SyntaxKind.ObjectLiteralExpression))
      .filter((literal) => literal?.getProperty('legal')),
  );
  return new Map(literals.map((literal) => [literal.getProperty('name').getInitializer().getLiteralValue(), literal]));
}

/** Every reason that `legal` can give, found by following its calls: texts of `refuse` and of conditions in `unless`. */
function reasonsOf(name) {
  const reasons = new Set();
  const seen = new Set();
  const visit = (node) => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const identifier of [node, ...node.getDescendants()].filter(Node.isIdentifier)) {
      const called = identifier.getDefinitionNodes().find((definition) => Node.isFunctionDeclaration(definition));
      const file = called?.getSourceFile().getFilePath() ?? '';
      if (file.includes('/src/operators/') && !file.endsWith('/operator.ts')) visit(called);
    }
    for (const call of node.getDescendantsOfKind(SyntaxKind.CallExpression)) {
      const callee = call.getExpression().getText();
      if (callee === 'refuse') reasons.add(readable(call.getArguments()[0]));
      if (callee === 'unless') {
        for (const condition of call.getArguments()) reasons.add(readable(condition.getElements()[1]));
      }
    }
  };
  visit((descriptors.get(name) ?? fail(`no descriptor ${name}`)).getProperty('legal'));
  return [...reasons];
}

/** The text of a literal, with `…` for what depends on the matrix. */
function readable(node) {
  if (!Node.isTemplateExpression(node)) return node.getLiteralValue();
  const tail = node.getTemplateSpans().map((span) => `…${span.getLiteral().getLiteralText()}`);
  return node.getHead().getLiteralText() + tail.join('');
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function fail(message) {
  throw new Error(message);
}
