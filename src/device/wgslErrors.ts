/** A shader module, or why there is none. */
export interface Compiled {
  readonly module: GPUShaderModule;
  /** One text an error: `line:column: message`, then the source line with a caret under the column. */
  readonly errors: readonly string[];
}

/** Compiles WGSL. Never throws for bad source: the errors are in the result. */
export async function compileModule(device: GPUDevice, source: string): Promise<Compiled> {
  // Without a scope of its own the error would also go to the device's uncaptured handler.
  device.pushErrorScope('validation');
  const module = device.createShaderModule({ code: source });
  const scope = device.popErrorScope();
  const { messages } = await module.getCompilationInfo();
  const failure = await scope;
  const lines = source.split('\n');
  const errors = messages
    .filter((message) => message.type === 'error')
    .map(({ lineNum, linePos, message }) => {
      const line = lines[lineNum - 1];
      return line === undefined ? message : `${lineNum}:${linePos}: ${message}\n  ${line}\n  ${caret(line, linePos)}`;
    });
  if (failure && errors.length === 0) errors.push(failure.message);
  return { module, errors };
}

/** The errors of some WGSL; empty when it compiles. */
export async function compileErrors(device: GPUDevice, source: string): Promise<string[]> {
  return [...(await compileModule(device, source)).errors];
}

function caret(line: string, column: number): string {
  // Tabs are kept so that the caret lines up however wide they are shown.
  return `${line.slice(0, Math.max(column - 1, 0)).replace(/[^\t]/g, ' ')}^`;
}
