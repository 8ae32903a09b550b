import { AlphaSparseError } from '../../errors.js';
import { includeFolder, locate } from './locate.js';
import { bind, outPointer } from './nativeCall.js';

const memory = 'void *';
const program = 'uint64_t';

const signatures = {
  nvrtcVersion: [memory, memory],
  nvrtcCreateProgram: [memory, memory, 'str', 'int', memory, memory],
  nvrtcCompileProgram: [program, 'int', 'str *'],
  nvrtcDestroyProgram: [memory],
  nvrtcGetCUBINSize: [program, memory],
  nvrtcGetCUBIN: [program, memory],
  nvrtcGetProgramLogSize: [program, memory],
  nvrtcGetProgramLog: [program, memory],
} as const;

/** NVRTC_ERROR_COMPILATION: the source is at fault, and the log says why. */
const sourceAtFault = 6;

export interface CompileOptions {
  /** 'sm_90' and the like. */
  readonly arch: string;
  /** Keeps source lines in the cubin, for profilers. */
  readonly lineInfo?: boolean;
}

/** NVRTC, loaded. */
export interface Nvrtc {
  readonly path: string;
  /** As in '13.0'. */
  readonly version: string;
  /** The full option list for a source, as NVRTC gets it. */
  optionsFor(source: string, options: CompileOptions): string[];
  /** Compiles on another thread to a cubin. Throws AlphaSparseError 'compile' with the log in the message. */
  compile(source: string, options: readonly string[]): Promise<Uint8Array>;
}

/**
 * NVRTC's options for a source. From 12.4 on it can leave out declarations that no kernel of ours needs: on an H200's
 * host a compilation takes 9 ms then, in place of 14 and more, and gives the same cubin. Headers need them.
 */
export function nvrtcOptions(source: string, { arch, lineInfo }: CompileOptions, version: string): string[] {
  const options = [`--gpu-architecture=${arch}`, '-default-device', '--std=c++17'];
  if (lineInfo) options.push('-lineinfo');
  const [major, minor] = version.split('.').map(Number);
  if (/^\s*#\s*include\b/m.test(source)) {
    const folder = includeFolder();
    if (folder) options.push(`--include-path=${folder}`);
  } else if (major > 12 || (major === 12 && minor >= 4)) {
    options.push('-minimal');
  }
  return options;
}

let opened: Nvrtc | undefined;

/** Loads NVRTC, once a process. Throws 'no-device' when it is not installed. */
export function openNvrtc(): Nvrtc {
  opened ??= load();
  return opened;
}

function load(): Nvrtc {
  const { path, library } = locate('nvrtc');
  const native = bind(library, signatures);
  const major = new Int32Array(new ArrayBuffer(4));
  const minor = new Int32Array(new ArrayBuffer(4));
  native.call('nvrtcVersion', major, minor);

  const check = (name: keyof typeof signatures, status: number) => {
    if (status !== 0) throw new AlphaSparseError('runtime', `${name} failed with nvrtcResult ${status}`);
  };

  const sized = (
    handle: bigint,
    sizeOf: 'nvrtcGetCUBINSize' | 'nvrtcGetProgramLogSize',
    get: 'nvrtcGetCUBIN' | 'nvrtcGetProgramLog',
  ): Uint8Array => {
    const size = outPointer();
    check(sizeOf, native.call(sizeOf, handle, size));
    const bytes = new Uint8Array(Number(size[0]));
    if (bytes.length > 0) check(get, native.call(get, handle, bytes));
    return bytes;
  };

  const version = `${major[0]}.${minor[0]}`;
  return {
    path,
    version,
    optionsFor: (source, options) => nvrtcOptions(source, options, version),
    async compile(source, options) {
      const handle = outPointer();
      // As bytes, since a string argument would be copied into koffi's small argument heap.
      const text = Buffer.from(`${source}\0`);
      check('nvrtcCreateProgram', native.call('nvrtcCreateProgram', handle, text, 'kernel.cu', 0, null, null));
      try {
        const status = await native.callAsync('nvrtcCompileProgram', handle[0], options.length, options);
        if (status !== 0) {
          const log = Buffer.from(sized(handle[0], 'nvrtcGetProgramLogSize', 'nvrtcGetProgramLog'));
          throw compileError(status, log.toString('utf8').replace(/\0+$/, '').trim(), options);
        }
        return sized(handle[0], 'nvrtcGetCUBINSize', 'nvrtcGetCUBIN');
      } finally {
        native.call('nvrtcDestroyProgram', handle);
      }
    },
  };
}

function compileError(status: number, log: string, options: readonly string[]): AlphaSparseError {
  const cause = status === sourceAtFault ? 'the CUDA kernel does not compile' : `NVRTC failed (nvrtcResult ${status})`;
  const hint = log.includes('cuda_fp16.h')
    ? 'f16 kernels need the CUDA headers: install the toolkit, or name its folder in ALPHASPARSE_CUDA_PATH'
    : undefined;
  return new AlphaSparseError('compile', `${cause}, options ${options.join(' ')}:\n${log}`, hint);
}
