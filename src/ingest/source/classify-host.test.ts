import { describe, expect, it } from 'vitest';
import { aiHosts } from './ai-hosts.ts';
import { androidAppHosts } from './android-app-hosts.ts';
import { classifyHost } from './classify-host.ts';
import { mailHosts } from './mail-hosts.ts';
import { parseHost } from './parse-referrer.ts';
import { paymentHosts } from './payment-hosts.ts';
import { searchEngines } from './search-hosts.ts';
import { socialHosts } from './social-hosts.ts';
import { videoHosts } from './video-hosts.ts';

const allHosts = [
  ...searchEngines.flatMap((engine) => [...engine.hosts, ...(engine.exactHosts ?? [])]),
  ...aiHosts.flatMap((assistant) => assistant.hosts),
  ...socialHosts,
  ...videoHosts,
  ...mailHosts,
  ...paymentHosts,
];

describe('the host tables', () => {
  it('name each host once', () => {
    const repeated = allHosts.filter((host, index) => allHosts.indexOf(host) !== index);
    expect(repeated).toEqual([]);
  });

  it('hold hosts as a parsed referrer has them', () => {
    expect(allHosts.filter((host) => parseHost(host) !== host)).toEqual([]);
    const appHosts = [...androidAppHosts.values()];
    expect(appHosts.filter((host) => parseHost(host) !== host)).toEqual([]);
  });

  it('give every search engine a term parameter', () => {
    expect(searchEngines.filter((engine) => engine.termParameters.length === 0)).toEqual([]);
  });
});

describe('classifyHost', () => {
  it('keeps answering right when far more hosts than it remembers went by', () => {
    for (let index = 0; index < 20_000; index += 1) classifyHost(`host-${index}.partner.test`);
    expect(classifyHost('mail.google.com').kind).toBe('mail');
    expect(classifyHost('host-0.partner.test').domain).toBe('partner.test');
  });
});
