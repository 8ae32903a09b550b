import type { CsrMatrix } from '../matrix/csrMatrix.js';

/** The three levels of parallelism that a matrix is cut into: thread block, warp, thread (AlphaSparse, section IV). */
export type LevelName = 'bmtb' | 'bmw' | 'bmt';

/** All levels, coarse to fine. */
export const levelNames: readonly LevelName[] = ['bmtb', 'bmw', 'bmt'];

/**
 * The non-zeros of a leaf in their present order, row by row. A row's entries may stand in any order.
 * Values never travel: `slots` says where each value lies in the matrix's `data`, -1 for padding.
 */
export interface NonZeros {
  /** Entries of the row at position p are indptr[p] .. indptr[p + 1]. */
  readonly indptr: Int32Array;
  /** Columns of x, or column positions where the leaf has `originCols`. */
  readonly colIndices: Int32Array;
  readonly slots: Int32Array;
}

/** The blocks of one level: consecutive, non-overlapping ranges of non-zeros that nest in the next coarser level. */
export interface Level {
  readonly count: number;
  /** Block b holds non-zeros nzOffsets[b] .. nzOffsets[b + 1]. */
  readonly nzOffsets: Int32Array;
  /** Block b touches the row positions rowBegins[b] .. rowEnds[b] (exclusive), among them rows without entries. */
  readonly rowBegins: Int32Array;
  readonly rowEnds: Int32Array;
  /** Block p of the next coarser level (or the whole leaf) holds the blocks parentOffsets[p] .. parentOffsets[p + 1]. */
  readonly parentOffsets: Int32Array;
}

export type Levels = Readonly<Partial<Record<LevelName, Level>>>;

export interface Reduction {
  /**
   * Within a thread: `total` where each BMT lies in one row, `bitmap` where row starts are marked by bits, `scatter` where
   * each product goes to the sum of its row by itself.
   */
  readonly thread?: 'total' | 'bitmap' | 'scatter';
  readonly warp?: 'total' | 'bitmap' | 'segmented';
  readonly block?: 'total' | 'offset' | 'scatter';
  readonly global?: 'atomic' | 'store';
}

export interface Resources {
  /** Threads of one block. */
  readonly threads: number;
  /** Units of work (BMTBs, or blocks' worth of BMWs or BMTs) that one block handles one after another. */
  readonly coarsening: number;
  /** Iterations of the inner loop whose loads may be in flight together. */
  readonly unroll: number;
}

/** How index arrays may be stored; each choice is a search parameter, since fewer bytes is not always faster. */
export interface CompressionOptions {
  /** Replace arrays by exactly fitting models. */
  readonly models: boolean;
  /** Store what remains in the narrowest of u8, u16 and u32. */
  readonly narrow: boolean;
  /** Store an array as a base for each 32 elements and narrower differences from it, where that is smaller. */
  readonly rebase: boolean;
  /** Store each distinct value once and a byte an entry that names it; an entry's value may then not change alone. */
  readonly values: 'plain' | 'dictionary';
  /** What column indices may be stored relative to, where that makes them narrower. */
  readonly columnBase: 'none' | 'row' | 'block' | 'run';
}

/**
 * The Matrix Metadata Set of one leaf of an operator graph (AlphaSparse, section III). Operators take one and
 * return another; nothing in it is ever modified in place.
 */
export interface MetadataSet {
  /** The whole matrix's shape: x has `cols` elements, y has `rows`. */
  readonly rows: number;
  readonly cols: number;
  /** The matrix that the set was made of, or a sample of it: operators ask it what only the whole can tell. */
  readonly matrix: CsrMatrix;
  /** Entries of this leaf without padding. */
  readonly nnz: number;
  readonly nonZeros: NonZeros;
  /** Row of y that each row position stands for. */
  readonly originRows: Int32Array;
  /**
   * Present when columns are renumbered: the column of x that each column position stands for, ascending. Readers
   * that want columns of x take `columnsOfX`.
   */
  readonly originCols?: Int32Array;
  /**
   * Present when columns are tiled: rows were divided by tiles and stacked, tile t at the row positions
   * tiles[t] .. tiles[t + 1]. A row of y then stands at one position for each tile it has entries in.
   */
  readonly tiles?: Int32Array;
  /**
   * True when one of each pair of mirrored entries is kept and stands for both: entry (i, j) off the diagonal also adds
   * its value times x[i] to y[j].
   */
  readonly mirrors?: boolean;
  /** True when a block copies the part of x that it reads into shared memory first. */
  readonly stagesX?: boolean;
  /** True once COMPRESS ended the converting stage. */
  readonly compressed: boolean;
  readonly levels: Levels;
  /**
   * Present when consecutive threads of a group (the BMTs of one parent) read consecutive addresses;
   * `vector` entries of a thread stay together.
   */
  readonly interleave?: { readonly vector: number };
  /** True when the entries of each BMTB are stored, and dealt out to its threads, in the order of their columns. */
  readonly columnOrder?: boolean;
  readonly reduction: Reduction;
  readonly resources?: Resources;
  readonly compression: CompressionOptions;
}

export const defaultCompression: CompressionOptions = {
  models: true,
  narrow: true,
  rebase: true,
  values: 'plain',
  columnBase: 'none',
};

/** The metadata of a whole matrix, before any operator. */
export function metadataOf(matrix: CsrMatrix): MetadataSet {
  return {
    rows: matrix.rows,
    cols: matrix.cols,
    matrix,
    nnz: matrix.nnz,
    nonZeros: { indptr: matrix.indptr, colIndices: matrix.indices, slots: iota(matrix.nnz) },
    originRows: iota(matrix.rows),
    compressed: false,
    levels: {},
    reduction: {},
    compression: defaultCompression,
  };
}

/** The metadata with some keys replaced. */
export function withKeys(metadata: MetadataSet, keys: Partial<MetadataSet>): MetadataSet {
  return { ...metadata, ...keys };
}

/** Row positions of a leaf. */
export function rowCount(metadata: MetadataSet): number {
  return metadata.originRows.length;
}

/** Stored entries of a leaf, padding included. */
export function entryCount(metadata: MetadataSet): number {
  return metadata.nonZeros.colIndices.length;
}

/** 0, 1, 2 ... n - 1 */
export function iota(n: number): Int32Array {
  const values = new Int32Array(n);
  for (let i = 0; i < n; i++) values[i] = i;
  return values;
}
