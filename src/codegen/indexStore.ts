import type { CompressionOptions } from '../metadata/metadataSet.js';
import { fitModel } from './compression/index.js';
import { type Access, type Dialect, type IndexType, indexBytes, type Loaded, type Slot } from './dialect.js';
import { type IndexPacker, narrowestType } from './indexPacker.js';
import { splitRuns } from './runs.js';

/** How reads of one array are written. */
type Reader = (index: string) => string;

/**
 * The arrays of one leaf's format. An array comes into being when a template first reads it: by a model that gives
 * all its elements, or stored in the narrowest type. So the format holds what the kernel reads and nothing else.
 */
export interface IndexStore {
  /** The expression for element `index` of the named array. */
  read(
    name: string,
    index: string,
    dialect: Dialect,
    compression: CompressionOptions,
    extract: () => Int32Array,
  ): string;
  /** Stores an array that is read `count` neighbours at a time, into variables that begin with `stem`; returns the reader. */
  storeVectors(
    name: string,
    stem: string,
    values: Int32Array,
    type: IndexType,
    dialect: Dialect,
  ): (unit: string, count: number, slot: Slot) => Loaded;
  /** Notes an array that needs no storage. */
  note(name: string, length: number, text: string): void;
}

export function createIndexStore(packer: IndexPacker, prefix: string): IndexStore {
  const readers = new Map<string, Reader>();
  return {
    read(name, index, dialect, compression, extract) {
      let reader = readers.get(name);
      if (!reader) {
        reader = createReader(packer, `${prefix}${name}`, extract(), dialect, compression);
        readers.set(name, reader);
      }
      return reader(index);
    },
    storeVectors(name, stem, values, type, dialect) {
      const offset = packer.store(`${prefix}${name}`, values, type);
      return (unit, count, slot) => dialect.loadIndices(stem, type, offset, unit, count, slot);
    },
    note: (name, length, text) => packer.modelled(`${prefix}${name}`, length, text),
  };
}

function createReader(
  packer: IndexPacker,
  name: string,
  values: Int32Array,
  dialect: Dialect,
  compression: CompressionOptions,
): Reader {
  const fitted = compression.models ? fitModel(values) : undefined;
  if (fitted) {
    packer.modelled(name, values.length, fitted.text);
    return (index) => fitted.emit(index, dialect);
  }
  const type = narrowestType(values, compression.narrow);
  const rebased = compression.narrow && compression.rebase ? rebase(values, type) : undefined;
  const access: Access = 'shared';
  if (rebased) {
    const bases = packer.store(`${name}.base`, rebased.bases, rebased.baseType);
    const differences = packer.store(name, rebased.differences, rebased.type);
    return (index) =>
      `(${dialect.load(rebased.baseType, bases, `((${index}) >> ${rebaseShift}u)`, access)} + ${dialect.load(rebased.type, differences, index, access)})`;
  }
  const offset = packer.store(name, values, type);
  return (index) => dialect.load(type, offset, index, access);
}

/** A base serves 2^5 elements: those that a warp reads together. */
const rebaseShift = 5;
/** Shorter arrays have few bytes to save, and a second load to pay. */
const leastRebased = 4096;

/** An array as a base for each 32 elements and differences of a narrower type; undefined where that saves under a quarter. */
function rebase(values: Int32Array, type: IndexType) {
  if (type === 'u8' || values.length < leastRebased) return undefined;
  const { bases, differences } = splitRuns(values, rebaseShift);
  // A bitmap with its top bit set looks negative; such arrays have no useful base.
  if (bases.some((least) => least < 0)) return undefined;
  const narrowed = narrowestType(differences, true);
  const baseType = narrowestType(bases, true);
  const bytes = indexBytes[narrowed] * values.length + indexBytes[baseType] * bases.length;
  return bytes < 0.75 * indexBytes[type] * values.length ? { bases, baseType, differences, type: narrowed } : undefined;
}
