import { type AutomaticName, automaticNames } from '../../contract/automatic-names.ts';

/** The one property that comes with each. */
const ownProperty: Record<AutomaticName, string> = { outbound: 'url', download: 'url', form: 'id' };

type Told = { t: string; n?: string | undefined; p?: object | null | undefined };

/**
 * The name of an event that the script captured by itself. Browsers may cache an older script for long after an update;
 * what that captured is recognised by its name and its one property.
 */
export function findAutomaticName({ t, n, p }: Told): AutomaticName | undefined {
  const name = automaticNames.find((each) => each === (t === 'custom' ? n : t));
  if (name === undefined || t !== 'custom') return name;
  return Object.keys(p ?? {}).join() === ownProperty[name] ? name : undefined;
}
