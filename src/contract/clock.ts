/** Milliseconds since 1970. Whatever depends on the time takes a clock, so that no test waits for one. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
