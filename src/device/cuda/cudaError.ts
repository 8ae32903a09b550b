import { AlphaSparseError, type ErrorCode } from '../../errors.js';

/** CUresult values that mean something other than a failed call to the user. */
const codes: Readonly<Record<string, ErrorCode>> = {
  CUDA_ERROR_OUT_OF_MEMORY: 'limit',
  CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES: 'limit',
  CUDA_ERROR_NO_DEVICE: 'no-device',
  CUDA_ERROR_INVALID_DEVICE: 'no-device',
  CUDA_ERROR_STUB_LIBRARY: 'no-device',
  CUDA_ERROR_DEVICE_UNAVAILABLE: 'no-device',
  CUDA_ERROR_SYSTEM_DRIVER_MISMATCH: 'no-device',
  CUDA_ERROR_SYSTEM_NOT_READY: 'no-device',
  CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE: 'no-device',
};

const hints: Readonly<Record<string, string>> = {
  CUDA_ERROR_OUT_OF_MEMORY: 'close other programs on the GPU, or use a smaller matrix or dtype',
  CUDA_ERROR_NO_DEVICE: 'check nvidia-smi and CUDA_VISIBLE_DEVICES, or use --target webgpu',
  CUDA_ERROR_INVALID_IMAGE: 'NVRTC is newer than the driver: update the driver, or use the toolkit that matches it',
  CUDA_ERROR_NO_BINARY_FOR_GPU: 'NVRTC does not match this GPU: use a toolkit that supports it',
};

const fatal =
  /\bCUDA_ERROR_(ILLEGAL_ADDRESS|LAUNCH_TIMEOUT|LAUNCH_FAILED|ASSERT|HARDWARE_STACK_ERROR|ILLEGAL_INSTRUCTION|MISALIGNED_ADDRESS|INVALID_ADDRESS_SPACE|INVALID_PC|ECC_UNCORRECTABLE|NVLINK_UNCORRECTABLE|CONTAINED|CONTEXT_IS_DESTROYED|TENSOR_MEMORY_LEAK|EXTERNAL_DEVICE|DEINITIALIZED|UNKNOWN)\b/;

/** The error for a failed driver call: code by CUresult name, the name and the driver's words in the message. */
export function cudaError(call: string, name: string, description: string): AlphaSparseError {
  const message = `${call} failed: ${name} (${description})`;
  return new AlphaSparseError(codes[name] ?? 'runtime', message, hints[name]);
}

/** True when the error left the CUDA context unusable: only a new process can use the GPU again. */
export function isFatal(error: unknown): boolean {
  return error instanceof AlphaSparseError && error.code === 'runtime' && fatal.test(error.message);
}
