import { graphText } from '../../graph/identity.js';
import type { KernelSource } from '../kernelSource.js';
import { arrayTypeOf } from './arrayType.js';
import { fixedValues } from './fixedValues.js';
import { argumentsOf, type ManifestFacts } from './manifest.js';
import type { ExportNames } from './names.js';
import { renderExport } from './render.js';
import { requiredFeatures, requiredLimits } from './requirements.js';

/** The README of an export, from templates/export. */
export function readme(
  template: string,
  kernel: KernelSource,
  names: ExportNames,
  facts: Omit<ManifestFacts, 'files'>,
  page = false,
): string {
  const { report } = facts;
  return renderExport(template, {
    kernel,
    names,
    page,
    arguments: argumentsOf(kernel),
    matrixName: facts.matrixName,
    subgroupSize: facts.subgroupSize,
    fixedValues: fixedValues(kernel),
    features: requiredFeatures(kernel),
    limits: requiredLimits(kernel),
    valueType: arrayTypeOf(kernel),
    storageError: facts.storageError,
    report,
    graph: report === undefined ? undefined : graphText(report.best.graph),
  });
}
