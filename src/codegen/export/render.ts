import { Eta } from 'eta/core';
import { AlphaSparseError } from '../../errors.js';
import { templateSources } from '../templateSources.js';

const eta = new Eta({ autoEscape: false, autoTrim: false });

/** Renders templates/export/NAME.eta with `it` bound to the data. */
export function renderExport(name: string, data: object): string {
  const template = templateSources[`export/${name}`];
  if (template === undefined) throw new AlphaSparseError('internal', `no template export/${name}`);
  return eta.renderString(template, data);
}
