/**
 * The part of alphasparse that runs anywhere, browsers included: matrices, operators, graphs and the kernel
 * builder. It imports nothing of Node; devices, search and files are in the main entry.
 */
export { type BuildOptions, type Built, buildKernel } from './codegen/build.js';
export * from './codegen/kernelSource.js';
export { asStored, checkValues, type StorageError, storedValues } from './codegen/storedValues.js';
export type { CudaMemory, Device, DeviceInfo, PreparedKernel, Timing, TimingRequest } from './device/device.js';
export { AlphaSparseError, type ErrorCode } from './errors.js';
export { type Applied, applyGraph } from './graph/apply.js';
export type { Graph, GraphNode } from './graph/graph.js';
export { canonicalJson, graphHash, graphText } from './graph/identity.js';
export { type CooMatrix, fromCoo } from './matrix/coo.js';
export { contentHash, multiply, patternHash, transpose, validate } from './matrix/csr.js';
export type { CsrMatrix, Values } from './matrix/csrMatrix.js';
export { type FeatureName, featureNames, type MatrixFeatures, matrixFeatures } from './matrix/features.js';
export { describeGenerators, generate } from './matrix/generators/index.js';
export { type Gunzip, readStream } from './matrix/readStream.js';
export { matrixMarketText } from './matrix/writer.js';
export { interpret } from './metadata/interpreter.js';
export {
  type CompressionOptions,
  type Level,
  type LevelName,
  type Levels,
  type MetadataSet,
  metadataOf,
  type NonZeros,
  type Reduction,
  type Resources,
} from './metadata/metadataSet.js';
export { operatorNamed, operators } from './operators/index.js';
export {
  isRefusal,
  type Operator,
  type ParamSpec,
  type Params,
  type ParamValue,
  type Properties,
  type Refusal,
  type Stage,
} from './operators/operator.js';
export { type Seed, seeds } from './seeds/index.js';
