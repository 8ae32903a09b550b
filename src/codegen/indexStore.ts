import type { CompressionOptions } from '../metadata/metadataSet.js';
import { fitModel } from './compression/index.js';
import type { Access, Dialect, IndexType, Loaded, Slot } from './dialect.js';
import { type IndexPacker, narrowestType } from './indexPacker.js';

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
  /** Stores an array that is read `count` neighbours at a time; returns the reader. */
  storeVectors(
    name: string,
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
    storeVectors(name, values, type, dialect) {
      const offset = packer.store(`${prefix}${name}`, values, type);
      return (unit, count, slot) => dialect.loadIndices(type, offset, unit, count, slot);
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
  const offset = packer.store(name, values, type);
  const access: Access = 'shared';
  return (index) => dialect.load(type, offset, index, access);
}
