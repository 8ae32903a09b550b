/**
 * Turns Ctrl-C into an AbortSignal: the first asks to finish and save, the second ends the process with 130.
 * `dispose` gives Ctrl-C back its usual meaning.
 */
export function interruptSignal(onFirst: () => void): { signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    onFirst();
  };
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.on(name, onSignal);
  return {
    signal: controller.signal,
    dispose() {
      for (const name of names) process.off(name, onSignal);
    },
  };
}
