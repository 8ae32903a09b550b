import { concat } from './lines.js';

/** The first `count` bytes of a stream (all, if it is shorter), and the whole stream again, first bytes included. */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ head: Uint8Array; chunks: AsyncIterable<Uint8Array> }> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  while (head.length < count) {
    const next = await iterator.next();
    if (next.done) break;
    head = concat(head, next.value);
  }
  async function* whole() {
    try {
      if (head.length > 0) yield head;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { head, chunks: whole() };
}

/** Everything a stream holds, in one array. */
export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Bytes in memory as a stream of one chunk. */
export async function* streamOf(...parts: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

/** A web stream as an async iterable, which not every browser makes it. Cancels the stream when left early. */
export async function* iterateStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}
