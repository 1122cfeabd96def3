import { type ComponentType, lazy } from 'react';
import { Failure } from './api/ask.ts';
import { checkConnection, untilReturn } from './api/connection.ts';

/** Code that could not be fetched is fetched again as soon as the server is back. */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  let wasAway = false;
  for (;;) {
    try {
      return await load();
    } catch {
      if (await checkConnection()) return await loadLast(load, wasAway);
      wasAway = true;
      await untilReturn();
    }
  }
}

/** Some browsers remember what could not be fetched; and a newer version may have taken its place. */
async function loadLast<Code>(load: () => Promise<Code>, wasAway: boolean): Promise<Code> {
  try {
    return await load();
  } catch {
    if (wasAway) location.reload();
    throw new Failure(0, 'code_replaced', 'Footfall was updated while this page was open. Load it again.');
  }
}

/** A part of a page whose code comes when it is first shown. */
// biome-ignore lint/suspicious/noExplicitAny: as React declares what can be lazy.
export const lazyPart = <Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) =>
  lazy(() => loadCode(load));
