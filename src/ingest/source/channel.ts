import type { HostKind } from './classify-host.ts';
import { type ClickIdMeaning, findClickIdMeaning } from './click-ids.ts';
import { type MediumFacts, parseMedium } from './medium.ts';
import { parseSourceName, type SourceKind } from './source-names.ts';

/** In the order of contract §5: the first rule that matches names the channel. */
export const channels = [
  'Paid Search',
  'Paid Social',
  'Paid Video',
  'Display',
  'Paid Other',
  'AI',
  'Organic Search',
  'Organic Social',
  'Organic Video',
  'Email',
  'Affiliates',
  'Audio',
  'SMS',
  'Push',
  'Referral',
  'Direct',
] as const;

export type Channel = (typeof channels)[number];

export type ChannelInput = {
  utmSource: string;
  utmMedium: string;
  utmCampaign: string;
  clickIds: readonly string[];
  host: string;
  hostKind: HostKind | undefined;
};

type Signals = {
  paid: boolean;
  display: boolean;
  /** What the advertisement ran on. */
  adKind: SourceKind | undefined;
  /** What an unpaid visit came from. */
  kind: SourceKind | undefined;
  medium: MediumFacts['says'];
  hasSource: boolean;
};

const rules: Record<Channel, (signals: Signals) => boolean> = {
  'Paid Search': (s) => s.paid && s.adKind === 'search',
  'Paid Social': (s) => s.paid && s.adKind === 'social',
  'Paid Video': (s) => s.paid && s.adKind === 'video',
  Display: (s) => s.display,
  'Paid Other': (s) => s.paid,
  AI: (s) => s.kind === 'ai' || s.medium === 'ai',
  'Organic Search': (s) => s.kind === 'search' || (s.medium === 'organic' && s.kind === undefined),
  'Organic Social': (s) => s.kind === 'social' || s.medium === 'social',
  'Organic Video': (s) => s.kind === 'video' || s.medium === 'video',
  Email: (s) => s.kind === 'mail' || s.medium === 'mail',
  Affiliates: (s) => s.medium === 'affiliate',
  Audio: (s) => s.medium === 'audio',
  SMS: (s) => s.kind === 'sms' || s.medium === 'sms',
  Push: (s) => s.kind === 'push' || s.medium === 'push',
  Referral: (s) => s.hasSource,
  Direct: () => true,
};

export function findChannel(input: ChannelInput): Channel {
  const signals = readSignals(input);
  return channels.find((channel) => rules[channel](signals)) ?? 'Direct';
}

function readSignals(input: ChannelInput): Signals {
  const source = parseSourceName(input.utmSource);
  const medium = parseMedium(input.utmMedium);
  const placeKind = source.kind ?? medium.adKind ?? input.hostKind;
  const click = readClickIds(input.clickIds, medium, placeKind);
  // A display word beats the engine that sold the banner: google with medium `display` is Display.
  const paid = (medium.paid && !medium.display) || click === 'paid' || isCrossNetwork(input.utmCampaign);
  return {
    paid,
    display: medium.display || medium.costPerMille || click === 'display',
    adKind: placeKind ?? (paid ? findAdKind(input.clickIds) : undefined),
    kind: source.kind ?? (leavesKindOpen(medium) ? input.hostKind : undefined),
    medium: medium.says,
    hasSource: input.host !== '' || source.present || medium.present,
  };
}

/** A tagged link says more than the page it was clicked on: the host decides only where the tags are silent. */
function leavesKindOpen(medium: MediumFacts): boolean {
  return medium.says === undefined || medium.says === 'organic';
}

/**
 * A click id outlives the click when people share the address, so it counts only where the tags are silent and
 * the visit can have come from that advertiser's network.
 */
function readClickIds(
  clickIds: readonly string[],
  medium: MediumFacts,
  placeKind: SourceKind | undefined,
): 'paid' | 'display' | undefined {
  if (clickIds.length === 0 || medium.says !== undefined || medium.display) return undefined;
  const meaning = findClickIdMeaning(clickIds);
  if (meaning === undefined) return undefined;
  if (placeKind !== undefined && !meaning.runsOn.includes(placeKind)) return undefined;
  return meaning.adKind === 'display' ? 'display' : 'paid';
}

function findAdKind(clickIds: readonly string[]): SourceKind | undefined {
  const adKind: ClickIdMeaning['adKind'] | undefined = findClickIdMeaning(clickIds)?.adKind;
  return adKind === 'display' ? undefined : adKind;
}

/** Performance Max and Demand Gen campaigns carry this name; there is no channel of their own for them here. */
function isCrossNetwork(utmCampaign: string): boolean {
  return utmCampaign !== '' && utmCampaign.toLowerCase().includes('cross-network');
}
