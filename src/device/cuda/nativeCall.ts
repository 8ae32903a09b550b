import koffi, { type LibraryHandle } from 'koffi';

/** Native code runs on stacks that koffi allocates; NVRTC's front end recurses deeper than the default allows. */
const stackBytes = 8 << 20;
let configured = false;

/** What a C function may be passed: integers and handles, text, memory (passed as its address), or NULL. */
export type Argument = number | bigint | string | NodeJS.ArrayBufferView | readonly string[] | null;

/** Parameter types of the C functions of a library, by exported name. All of them return an int status. */
export type Signatures = Readonly<Record<string, readonly string[]>>;

/** The C functions of a library that were asked for; `has` says which ones this version of it exports. */
export interface NativeLibrary<S extends Signatures> {
  has(name: keyof S & string): boolean;
  /** Calls a function and returns its status. */
  call(name: keyof S & string, ...args: Argument[]): number;
  /**
   * The same on another thread. Memory passed must stay alive and untouched until then. Runs on this thread where
   * the program fixed koffi's stacks of other threads at less than native code may need.
   */
  callAsync(name: keyof S & string, ...args: Argument[]): Promise<number>;
}

/** Loads a shared library by path or name; throws the loader's own error when it cannot. */
export function loadLibrary(path: string): LibraryHandle {
  if (!configured) {
    configured = true;
    try {
      koffi.config({ sync_stack_size: stackBytes, async_stack_size: stackBytes });
    } catch {
      // The program has used koffi before, and sizes are fixed from then on: see callAsync.
    }
  }
  return koffi.load(path);
}

/** Binds the functions of `signatures` that `library` exports. */
export function bind<S extends Signatures>(library: LibraryHandle, signatures: S): NativeLibrary<S> {
  const functions = new Map<string, ReturnType<LibraryHandle['func']>>();
  for (const [name, parameters] of Object.entries(signatures)) {
    try {
      functions.set(name, library.func(name, 'int', [...parameters]));
    } catch {
      // An older library lacks newer functions; calling one is reported below.
    }
  }
  const find = (name: string) => {
    const found = functions.get(name);
    if (!found) throw new Error(`the library exports no ${name}`);
    return found;
  };
  return {
    has: (name) => functions.has(name),
    call: (name, ...args) => find(name)(...args) as number,
    callAsync: (name, ...args) =>
      new Promise((resolve, reject) => {
        if ((koffi.config().async_stack_size ?? 0) < stackBytes) resolve(find(name)(...args) as number);
        else find(name).async(...args, (error: unknown, status: number) => (error ? reject(error) : resolve(status)));
      }),
  };
}

/** A fixed address in memory that the garbage collector never moves; valid while `view` is alive. */
export function addressOf(view: NodeJS.ArrayBufferView): bigint {
  return koffi.address(view);
}

/** The zero-terminated text at an address. */
export function textAt(address: bigint): string {
  return address === 0n ? '' : koffi.decode.string(address);
}

/** Room for one 64-bit output value. Backed by an ArrayBuffer of its own, so its address is stable. */
export function outPointer(): BigUint64Array {
  return new BigUint64Array(new ArrayBuffer(8));
}
