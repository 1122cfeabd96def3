import { buildIfStale } from '../../scripts/build-if-stale.mjs';

/** Tests that start the real program start the one made from the sources as they are now. */
export default async function setup(): Promise<void> {
  await buildIfStale();
}
