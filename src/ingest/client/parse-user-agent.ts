/**
 * What a visit came with: browser, operating system and device (this file), language (parse-language.ts) and
 * country (country-database.ts). Here facts of one request are read; no source or channel (../source), no bot
 * decision, no storage.
 */
import Bowser from 'bowser';
import { memoize } from '../source/bounded-memo.ts';
import { namedBrowsers } from './named-browsers.ts';

export type Device = 'desktop' | 'mobile' | 'tablet' | '';

export type Client = {
  browser: string;
  browserVersion: string;
  os: string;
  osVersion: string;
  device: Device;
};

const maxLength = 2_048;
const memoSize = 2_000;

const unknownClient: Client = Object.freeze({
  browser: '',
  browserVersion: '',
  os: '',
  osVersion: '',
  device: '',
});

const browserNames: Readonly<Record<string, string>> = {
  'Google Search': 'Google App',
  'Microsoft Edge': 'Edge',
  'NAVER Whale Browser': 'Whale',
  'Samsung Internet for Android': 'Samsung Internet',
  Generic: '',
};

const osNames: Readonly<Record<string, string>> = { 'Chrome OS': 'ChromeOS' };

/**
 * For an unknown string the parser guesses a name from the text itself, which would let senders put any name into
 * reports.
 */
const knownBrowsers: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const knownOs: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/**
 * '' where unknown; versions are major.minor at most. iPadOS counts as iOS on a tablet. An iPad that asks for
 * desktop pages (the default since iPadOS 13) sends a Mac's string and counts as one: the string has no trace of
 * it. Windows 11 sends `NT 10.0` and counts as Windows 10; macOS stays at 10.15 in the strings of all browsers.
 */
export function parseUserAgent(userAgent: string): Client {
  return parseOnce(userAgent.length > maxLength ? userAgent.slice(0, maxLength) : userAgent);
}

const parseOnce = memoize(memoSize, (userAgent): Client => {
  if (userAgent.trim() === '') return unknownClient;
  const { browser, os, platform } = Bowser.parse(userAgent);
  const osName = os.name !== undefined && knownOs.has(os.name) ? os.name : '';
  return Object.freeze({
    ...(findNamedBrowser(userAgent) ?? nameBrowser(browser)),
    os: osNames[osName] ?? osName,
    osVersion: cutVersion(osName === 'Windows' ? (os.versionName ?? '') : (os.version ?? '')),
    device: osName === 'Chrome OS' ? 'desktop' : findDevice(platform.type),
  });
});

function findNamedBrowser(userAgent: string): Pick<Client, 'browser' | 'browserVersion'> | undefined {
  for (const { name, pattern } of namedBrowsers) {
    const match = pattern.exec(userAgent);
    if (match) return { browser: name, browserVersion: cutVersion(match[1] ?? '') };
  }
  return undefined;
}

function nameBrowser(browser: Bowser.Parser.Details): Pick<Client, 'browser' | 'browserVersion'> {
  const name = browser.name ?? '';
  if (!knownBrowsers.has(name)) return { browser: '', browserVersion: '' };
  return { browser: browserNames[name] ?? name, browserVersion: cutVersion(browser.version ?? '') };
}

/** Windows names some versions with words (`XP`, `Vista`, `8.1`): a word stays as it is. */
function cutVersion(version: string): string {
  return /^(?:\d{1,10}(?:\.\d{1,10})?|[A-Za-z]{1,10}\b)/.exec(version)?.[0] ?? '';
}

function findDevice(type: string | undefined): Device {
  return type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : '';
}
