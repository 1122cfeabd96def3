import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

describe('the address of ClickHouse', () => {
  it('may be one server, with no cluster', () => {
    const config = parseConfig({ CLICKHOUSE_URL: 'https://user:word@host:8443/data' });
    expect(config.clickhouseUrl).toBe('https://user:word@host:8443/data');
    expect(config.clickhouseCluster).toBeUndefined();
  });

  it('may be all nodes of a cluster', () => {
    const url = 'http://one:8123, http://two:8123';
    const config = parseConfig({ CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: 'analytics-1' });
    expect(config).toMatchObject({ clickhouseUrl: url, clickhouseCluster: 'analytics-1' });
  });

  it.each([
    [{ CLICKHOUSE_URL: 'http://one:8123,http://two:8123' }, /CLICKHOUSE_CLUSTER: must name the cluster/],
    [{ CLICKHOUSE_CLUSTER: 'analytics' }, /CLICKHOUSE_URL: must list/],
    [{ CLICKHOUSE_URL: 'http://one,two', CLICKHOUSE_CLUSTER: 'c' }, /CLICKHOUSE_URL: must start with http/],
    [{ CLICKHOUSE_URL: 'http://one,', CLICKHOUSE_CLUSTER: 'c' }, /CLICKHOUSE_URL: must start with http/],
    [{ CLICKHOUSE_URL: 'tcp://one:9000' }, /CLICKHOUSE_URL: must start with http/],
    [{ CLICKHOUSE_URL: 'http://one', CLICKHOUSE_CLUSTER: "a'b" }, /CLICKHOUSE_CLUSTER: may have letters/],
  ])('is refused as %j', (variables, reason) => {
    expect(() => parseConfig(variables)).toThrow(ConfigError);
    expect(() => parseConfig(variables)).toThrow(reason);
  });
});

describe('the embedded engine', () => {
  it('has its file and its temporary files in the data directory', () => {
    expect(parseConfig({ FOOTFALL_DATA_DIR: '/data' })).toMatchObject({
      enginePath: '/data/analytics.duckdb',
      engineTemporaryDirectory: '/data/engine-temp',
      legacyEngineDirectory: '/data/clickhouse',
      engineMemoryMb: 384,
      engineTemporaryMb: 4096,
    });
  });

  it('has one thread for each core unless the number is given', () => {
    expect(parseConfig({}).engineThreads).toBeUndefined();
    expect(parseConfig({ FOOTFALL_ENGINE_THREADS: '1' }).engineThreads).toBe(1);
    expect(() => parseConfig({ FOOTFALL_ENGINE_THREADS: '0' })).toThrow('FOOTFALL_ENGINE_THREADS');
    expect(() => parseConfig({ FOOTFALL_ENGINE_THREADS: '1.5' })).toThrow('FOOTFALL_ENGINE_THREADS');
  });

  it('can be given more', () => {
    const given = { FOOTFALL_ENGINE_MEMORY_MB: '2048', FOOTFALL_ENGINE_TEMP_MB: '100' };
    expect(parseConfig(given)).toMatchObject({ engineMemoryMb: 2048, engineTemporaryMb: 100 });
    expect(() => parseConfig({ FOOTFALL_ENGINE_TEMP_MB: '0' })).toThrow('FOOTFALL_ENGINE_TEMP_MB');
  });
});

describe('certificates that Node trusts besides its own', () => {
  it('are those of the variable that Node reads', () => {
    expect(parseConfig({ NODE_EXTRA_CA_CERTS: '/etc/own.pem' }).authoritiesFile).toBe('/etc/own.pem');
    expect(parseConfig({ NODE_EXTRA_CA_CERTS: '' }).authoritiesFile).toBeUndefined();
  });
});

describe('the header that tells the country', () => {
  it('is one that trusted proxies set', () => {
    const given = { FOOTFALL_COUNTRY_HEADER: 'CF-IPCountry', FOOTFALL_TRUSTED_PROXIES: '10.0.0.0/8' };
    expect(parseConfig(given)).toMatchObject({ countryHeader: 'cf-ipcountry' });
    expect(parseConfig({ FOOTFALL_TRUSTED_PROXIES: '10.0.0.0/8' }).countryHeader).toBeUndefined();
    expect(() => parseConfig({ FOOTFALL_COUNTRY_HEADER: 'CF-IPCountry' })).toThrow(
      /FOOTFALL_TRUSTED_PROXIES: must list/,
    );
    for (const name of ['a, b', 'a:b', 'ü']) {
      expect(() => parseConfig({ ...given, FOOTFALL_COUNTRY_HEADER: name })).toThrow(
        /FOOTFALL_COUNTRY_HEADER: must be/,
      );
    }
  });
});

describe('the making of workspaces', () => {
  it('is for owners unless the operator says otherwise', () => {
    expect(parseConfig({}).workspaceCreation).toBe('owners');
    expect(parseConfig({ FOOTFALL_WORKSPACE_CREATION: 'nobody' }).workspaceCreation).toBe('nobody');
    const wrong = () => parseConfig({ FOOTFALL_WORKSPACE_CREATION: 'anybody' });
    expect(wrong).toThrow('FOOTFALL_WORKSPACE_CREATION');
  });
});

describe('mail', () => {
  const complete = {
    FOOTFALL_SMTP_URL: 'smtp://mail.example.com:587',
    FOOTFALL_MAIL_FROM: 'Footfall <footfall@example.com>',
    FOOTFALL_PUBLIC_URL: 'https://stats.example.com/',
  };

  it('needs to know who it is from and where its links lead', () => {
    expect(parseConfig(complete)).toMatchObject({
      smtpUrl: 'smtp://mail.example.com:587',
      publicUrl: 'https://stats.example.com',
    });
    for (const name of ['FOOTFALL_MAIL_FROM', 'FOOTFALL_PUBLIC_URL']) {
      expect(() => parseConfig({ ...complete, [name]: '' })).toThrow(ConfigError);
      expect(() => parseConfig({ ...complete, [name]: '' })).toThrow(name);
    }
    expect(() => parseConfig({ ...complete, FOOTFALL_SMTP_URL: 'mail.example.com' })).toThrow(ConfigError);
    expect(parseConfig({}).smtpUrl).toBeUndefined();
  });
});

describe('webhooks', () => {
  it('lead into no private network unless the operator says so', () => {
    expect(parseConfig({}).allowsPrivateWebhooks).toBe(false);
    expect(parseConfig({ FOOTFALL_PRIVATE_WEBHOOKS: 'true' }).allowsPrivateWebhooks).toBe(true);
    expect(() => parseConfig({ FOOTFALL_PRIVATE_WEBHOOKS: 'yes' })).toThrow(/FOOTFALL_PRIVATE_WEBHOOKS/);
  });
});
