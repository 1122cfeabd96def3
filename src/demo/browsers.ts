import type { Random, Weighted } from './random.ts';

/**
 * What people read with: whole User-Agent strings, so that browser, system and device always fit together and
 * are told apart by the product's own parser.
 */
export type Screen = 'mobile' | 'desktop' | 'tablet';

/** Applications that open links in a browser of their own. */
export type App = 'instagram' | 'facebook' | 'google';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const linux = 'Mozilla/5.0 (X11; Linux x86_64)';
const chromebook = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)';
const android = 'Mozilla/5.0 (Linux; Android 10; K)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

const iphoneSystems: Weighted<string> = [
  ['18_6', 46],
  ['26_0', 30],
  ['18_5', 12],
  ['17_7', 8],
  ['16_7', 4],
];
const chromeVersions: Weighted<number> = [
  [141, 52],
  [140, 30],
  [139, 8],
  [138, 6],
  [109, 4],
];

const chromeOn = (system: string) => (version: number) =>
  `${system} ${blink} Chrome/${version}.0.0.0 Safari/537.36`;
const edgeOn = (system: string) => (version: number) => `${chromeOn(system)(version)} Edg/${version}.0.0.0`;

const desktops: Weighted<(version: number) => string> = [
  [chromeOn(windows), 400],
  [edgeOn(windows), 120],
  [() => `${windows.slice(0, -1)}; rv:143.0) Gecko/20100101 Firefox/143.0`, 62],
  [(version) => `${chromeOn(windows)(version)} OPR/${version - 16}.0.0.0`, 20],
  [chromeOn(mac), 150],
  [() => `${mac} ${webkit} Version/18.6 Safari/605.1.15`, 160],
  [() => `${mac.slice(0, -1)}; rv:143.0) Gecko/20100101 Firefox/143.0`, 22],
  [chromeOn(linux), 22],
  [() => `${linux.slice(0, -1)}; rv:143.0) Gecko/20100101 Firefox/143.0`, 24],
  [chromeOn(chromebook), 14],
];

const iphones: Weighted<(system: string) => string> = [
  [(system) => `${iphone(system)} Version/${system.replace('_', '.')} Mobile/15E148 Safari/604.1`, 82],
  [(system) => `${iphone(system)} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`, 13],
  [(system) => `${iphone(system)} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, 2],
  [(system) => `${iphone(system)} GSA/384.0.811000000 Mobile/15E148 Safari/604.1`, 3],
];

const androids: Weighted<(version: number) => string> = [
  [(version) => `${android} ${blink} Chrome/${version}.0.0.0 Mobile Safari/537.36`, 76],
  [() => `${android} ${blink} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 17],
  [() => 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 4],
  [(version) => `${android} ${blink} Chrome/${version}.0.0.0 Mobile Safari/537.36 OPR/91.0.0.0`, 3],
];

const tablets: Weighted<string> = [
  [`Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webkit} Version/18.6 Mobile/15E148 Safari/604.1`, 62],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webkit} CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
    12,
  ],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${blink} Chrome/141.0.0.0 Safari/537.36`, 26],
];

const appNames: Record<App, { ios: string; android: string }> = {
  instagram: { ios: 'Instagram 396.0.0.29.102', android: 'Instagram 396.0.0.46.242 Android' },
  facebook: { ios: '[FBAN/FBIOS;FBAV/530.0.0.38.107]', android: '[FB_IAB/FB4A;FBAV/530.0.0.48.74;]' },
  google: { ios: 'GSA/384.0.811000000 Mobile/15E148 Safari/604.1', android: 'GSA/16.38.62' },
};

export function drawUserAgent(
  screen: Screen,
  iphoneShare: number,
  app: App | undefined,
  random: Random,
): string {
  const version = random.weighted(chromeVersions);
  if (screen === 'desktop') return random.weighted(desktops)(version);
  if (screen === 'tablet') return random.weighted(tablets);
  const system = random.weighted(iphoneSystems);
  if (random.chance(iphoneShare)) {
    return app ? `${iphone(system)} Mobile/15E148 ${appNames[app].ios}` : random.weighted(iphones)(system);
  }
  return app ? `${androidView(version)} ${appNames[app].android}` : random.weighted(androids)(version);
}

function iphone(system: string): string {
  return `Mozilla/5.0 (iPhone; CPU iPhone OS ${system} like Mac OS X) ${webkit}`;
}

function androidView(version: number): string {
  return `Mozilla/5.0 (Linux; Android 14; SM-S921B; wv) ${blink} Version/4.0 Chrome/${version}.0.0.0 Mobile Safari/537.36`;
}
