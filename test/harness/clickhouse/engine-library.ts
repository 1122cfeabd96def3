import { resolveLibchdb } from 'chdb/libchdb';

export type FindLibrary = () => string;

const supportedPlatforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Overrides from the environment are left out: configuration has one door, and this is not it. */
const findInstalledLibrary: FindLibrary = () => resolveLibchdb({ env: {} }).path;

export type LibraryOptions = { platform?: string; findLibrary?: FindLibrary };

/** The path of the engine's shared library; throws one sentence for the operator where there is none. */
export function requireEngineLibrary(options: LibraryOptions = {}): string {
  const platform = options.platform ?? `${process.platform}-${process.arch}`;
  if (!supportedPlatforms.includes(platform)) {
    throw new Error(
      `The embedded analytics engine does not run on ${platform}, only on Linux with glibc and on macOS ` +
        '(x64 and arm64): set CLICKHOUSE_URL to a ClickHouse server instead.',
    );
  }
  try {
    return (options.findLibrary ?? findInstalledLibrary)();
  } catch (cause) {
    throw new Error(buildMissingLibrarySentence(platform), { cause });
  }
}

export function buildMissingLibrarySentence(platform: string): string {
  const packageName = `@chdb/lib-${platform}${platform.startsWith('linux') ? '-gnu' : ''}`;
  return (
    `The embedded analytics engine's library for ${platform} is not installed. \`npm ci\` brings it as ` +
    `${packageName}, unless it runs with --omit=optional, on a Linux without glibc, or from a registry that ` +
    'does not have it: change that, or set CLICKHOUSE_URL to a ClickHouse server.'
  );
}
