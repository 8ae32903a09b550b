import { z } from 'zod';
import type { GraphNode } from '../../graph/graph.js';
import type { TuneReport } from '../../tuneTypes.js';
import { gridOf, type KernelSource } from '../kernelSource.js';
import type { StorageError } from '../storedValues.js';
import type { ExportNames } from './names.js';
import { requiredFeatures } from './requirements.js';

const count = z.number().int().nonnegative();

const graphNodeSchema: z.ZodType<GraphNode> = z.lazy(() =>
  z.object({
    op: z.string(),
    params: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.array(z.number())])),
    branches: z.array(z.array(graphNodeSchema)).optional(),
  }),
);

const argumentSchema = z.object({
  name: z.enum(['x', 'y', 'values', 'indices']),
  /** WGSL: the number of the binding in group 0. CUDA: the position of the argument. */
  position: count,
  /** WGSL packs 16-bit values in pairs, the first in the lower half of a u32. */
  type: z.enum(['f32', 'f64', 'f16', 'bf16', 'u32', 'u8']),
  length: count,
  access: z.enum(['read', 'write']),
  /** The file that holds it; absent for x and y. */
  file: z.string().optional(),
});

/** What manifest.json holds: everything a program needs to run the kernel without alphasparse. */
export const manifestSchema = z.object({
  schema: z.literal('alphasparse-export/1'),
  language: z.enum(['wgsl', 'cuda']),
  source: z.string(),
  entry: z.string(),
  dtype: z.enum(['f32', 'f64']),
  /** The 16-bit type of values.bin; absent where values have the dtype. */
  valueStorage: z.enum(['f16', 'bf16']).optional(),
  /** How far storage in 16 bits has moved the values: the largest relative error of one. */
  storageError: z.object({ storage: z.enum(['f16', 'bf16']), relative: z.number() }).optional(),
  rows: count,
  cols: count,
  nnz: count,
  arguments: z.array(argumentSchema),
  /** Threads of a block, blocks, and the launch grid in two dimensions. */
  threads: count,
  blocks: count,
  grid: z.tuple([count, count]),
  sharedBytes: count,
  /** y must be zero before the launch. */
  clearsY: z.boolean(),
  deterministic: z.boolean(),
  /** Each distinct value is stored once, so the export takes no new values and has no slots.bin. */
  dictionary: z.boolean(),
  /** Bytes that one multiplication must move. */
  bytes: count,
  /** WebGPU features to request. */
  features: z.array(z.string()),
  /** Least subgroup (warp) size that the kernel works with; absent when it needs none. */
  subgroupSize: count.optional(),
  /** The index arrays: where each lies in indices.bin, or the model that replaced it. */
  arrays: z.array(
    z.object({
      name: z.string(),
      length: count,
      form: z.string(),
      byteOffset: z.number().int().min(-1),
      bytes: count,
      plainBytes: count,
    }),
  ),
  matrix: z.object({ name: z.string(), hash: z.string().optional() }),
  graph: z.array(graphNodeSchema).optional(),
  /** What tuning found out, as `alphasparse tune --json` prints it. */
  report: z.looseObject({}).optional(),
  files: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifestSchema>;

export interface ManifestFacts {
  readonly matrixName: string;
  readonly report?: TuneReport;
  readonly subgroupSize?: number;
  readonly storageError?: StorageError;
  readonly files: readonly string[];
}

/** The manifest of a kernel. */
export function manifestOf(kernel: KernelSource, names: ExportNames, facts: ManifestFacts): Manifest {
  const { report, subgroupSize } = facts;
  return manifestSchema.parse({
    schema: 'alphasparse-export/1',
    language: kernel.language,
    source: kernel.language === 'wgsl' ? 'kernel.wgsl' : 'kernel.cu',
    entry: names.entry,
    dtype: kernel.dtype,
    valueStorage: kernel.valueStorage,
    storageError: facts.storageError,
    rows: kernel.rows,
    cols: kernel.cols,
    nnz: kernel.nnz,
    arguments: argumentsOf(kernel),
    threads: kernel.threads,
    blocks: kernel.blocks,
    grid: kernel.language === 'wgsl' ? gridOf(kernel.blocks) : [Math.max(kernel.blocks, 1), 1],
    sharedBytes: kernel.sharedBytes,
    clearsY: kernel.clearsY,
    deterministic: kernel.deterministic,
    dictionary: kernel.valueClasses !== undefined,
    bytes: kernel.bytes,
    features: requiredFeatures(kernel),
    subgroupSize: subgroupSize === 0 ? undefined : subgroupSize,
    arrays: kernel.arrays,
    matrix: { name: facts.matrixName, hash: report?.matrix.hash },
    graph: report?.best.graph,
    report,
    files: facts.files,
  });
}

/** The kernel's arguments in order. Empty arrays are no argument in CUDA, and no binding in WGSL. */
export function argumentsOf(kernel: KernelSource): Manifest['arguments'] {
  const type = kernel.dtype === 'f64' ? 'f64' : 'f32';
  const wgsl = kernel.language === 'wgsl';
  const all: Omit<Manifest['arguments'][number], 'position'>[] = [
    { name: 'x', type, length: kernel.cols, access: 'read' },
    { name: 'y', type, length: kernel.rows, access: 'write' },
    {
      name: 'values',
      type: kernel.valueStorage ?? type,
      length: kernel.slots.length,
      access: 'read',
      file: 'values.bin',
    },
    {
      name: 'indices',
      type: wgsl ? 'u32' : 'u8',
      length: kernel.indices.length * (wgsl ? 1 : 4),
      access: 'read',
      file: 'indices.bin',
    },
  ];
  const present = all
    .map((argument, binding) => ({ ...argument, binding }))
    .filter(({ name, length }) => name === 'x' || name === 'y' || length > 0);
  return present.map(({ binding, ...argument }, place) => ({ ...argument, position: wgsl ? binding : place }));
}
