/** alphasparse for Node: everything of `alphasparse/core`, and files, devices, tuning and export. */
export { type ExportOptions, exportKernel, type Manifest, manifestSchema } from './codegen/export.js';
export * from './core.js';
export { type DeviceChoice, type DeviceListing, listDevices, openDevice } from './device/open.js';
export { type MatrixSource, matrixName, readMatrix } from './matrix/read.js';
export { writeMatrix } from './matrix/write.js';
export type { Effort, Evaluation, Outcome } from './search/evaluator.js';
export { tune } from './tune.js';
export type * from './tuneTypes.js';
export { tuning } from './tuning/iterate.js';
