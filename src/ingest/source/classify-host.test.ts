import { describe, expect, it } from 'vitest';
import { AI_HOSTS } from './ai-hosts.ts';
import { ANDROID_APP_HOSTS } from './android-app-hosts.ts';
import { classifyHost } from './classify-host.ts';
import { MAIL_HOSTS } from './mail-hosts.ts';
import { parseHost } from './parse-referrer.ts';
import { PAYMENT_HOSTS } from './payment-hosts.ts';
import { SEARCH_ENGINES } from './search-hosts.ts';
import { SOCIAL_HOSTS } from './social-hosts.ts';
import { VIDEO_HOSTS } from './video-hosts.ts';

const allHosts = [
  ...SEARCH_ENGINES.flatMap((engine) => [...engine.hosts, ...(engine.exactHosts ?? [])]),
  ...AI_HOSTS.flatMap((assistant) => assistant.hosts),
  ...SOCIAL_HOSTS,
  ...VIDEO_HOSTS,
  ...MAIL_HOSTS,
  ...PAYMENT_HOSTS,
];

describe('the host tables', () => {
  it('name each host once', () => {
    const repeated = allHosts.filter((host, index) => allHosts.indexOf(host) !== index);
    expect(repeated).toEqual([]);
  });

  it('hold hosts as a parsed referrer has them', () => {
    expect(allHosts.filter((host) => parseHost(host) !== host)).toEqual([]);
    const appHosts = [...ANDROID_APP_HOSTS.values()];
    expect(appHosts.filter((host) => parseHost(host) !== host)).toEqual([]);
  });

  it('give every search engine a term parameter', () => {
    expect(SEARCH_ENGINES.filter((engine) => engine.termParameters.length === 0)).toEqual([]);
  });
});

describe('classifyHost', () => {
  it('keeps answering right when far more hosts than it remembers went by', () => {
    for (let index = 0; index < 20_000; index += 1) classifyHost(`host-${index}.partner.test`);
    expect(classifyHost('mail.google.com').kind).toBe('mail');
    expect(classifyHost('host-0.partner.test').domain).toBe('partner.test');
  });
});
