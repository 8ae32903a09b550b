import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { AlphaSparseError, messageOf } from '../errors.js';
import type { BenchRecord } from './record.js';

/** Records that reach the disk one by one, so that a run that is cut short loses nothing. */
export interface RecordFile {
  append(record: BenchRecord): void;
  close(): void;
}

/** Opens a file for appending, without a line that was cut short; folders are made. Throws 'usage' when it cannot be written. */
export function openRecordFile(file: string): RecordFile {
  try {
    mkdirSync(dirname(file), { recursive: true });
    // A run that was killed may have left half a line.
    if (existsSync(file)) truncateSync(file, readFileSync(file).lastIndexOf(10) + 1);
    const handle = openSync(file, 'a');
    return {
      append(record) {
        writeSync(handle, `${JSON.stringify(record)}\n`);
        fsyncSync(handle);
      },
      close: () => closeSync(handle),
    };
  } catch (error) {
    throw new AlphaSparseError('usage', `${file} cannot be written: ${messageOf(error)}`, 'Choose another --out.');
  }
}

/** The records of a file; none where there is no file. Lines that are damaged are passed over. */
export function readRecords(file: string): BenchRecord[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        const record = JSON.parse(line) as BenchRecord | null;
        return record && typeof record === 'object' && typeof record.source === 'string' ? [record] : [];
      } catch {
        return [];
      }
    });
}
