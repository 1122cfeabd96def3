/** Many questions are asked about the same records: what follows from these alone is worked out once. */
export function once<Input extends object, Result>(work: (input: Input) => Result): (input: Input) => Result {
  const known = new WeakMap<Input, Result>();
  return (input) => {
    const before = known.get(input);
    if (before !== undefined) return before;
    const result = work(input);
    known.set(input, result);
    return result;
  };
}
