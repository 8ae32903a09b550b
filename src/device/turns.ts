/** Runs asynchronous work one piece at a time, in the order of the calls; `allow` may throw before each. */
export function takeTurns(allow: () => void = () => undefined) {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => {
      allow();
      return work();
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}
