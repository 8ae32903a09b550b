// Entry of a process that compiles for another one (see compilers.ts): answers each request, until the other is gone.
import { errorParts } from '../../errors.js';
import type { CompileReply, CompileRequest } from './compilers.js';
import { openNvrtc } from './nvrtc.js';

// Ctrl-C reaches the whole process group; the parent decides when this process ends.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit());

process.on('message', async ({ source, options }: CompileRequest) => {
  let reply: CompileReply;
  try {
    reply = { cubin: await openNvrtc().compile(source, options) };
  } catch (error) {
    reply = errorParts(error);
  }
  if (process.connected) process.send?.(reply);
});
