/** A row of the tracking_health report. */
export type CheckRow = {
  check: string;
  status: 'ok' | 'warning' | 'error';
  value: string;
  last_at: string | null;
  reason: string;
};

type Unit = { one: string; many: string };

export type CheckWords = {
  label: string;
  /** What it looks at, where the server has nothing to say about it. */
  meaning: string;
  unit: Unit;
  /** As it should be, however many: no person was missed. */
  isLeftOut?: boolean;
  /** What to do about it is done in the settings of the website. */
  inSettings?: boolean;
};

const hits: Unit = { one: 'hit', many: 'hits' };
const records: Unit = { one: 'record', many: 'records' };
const seconds: Unit = { one: 'second', many: 'seconds' };

const words: Record<string, CheckWords> = {
  receiving: {
    label: 'Visits arrive',
    meaning: 'The script sends, and what it sends is counted.',
    unit: records,
    inSettings: true,
  },
  domain_mismatch: {
    label: 'Pages on other domains',
    meaning: 'Every hit came from one of the website’s domains.',
    unit: hits,
    inSettings: true,
  },
  unknown_website: {
    label: 'Unknown website IDs',
    meaning: 'Every script tag names a website that exists.',
    unit: hits,
    inSettings: true,
  },
  invalid_messages: {
    label: 'Unreadable messages',
    meaning: 'Everything that the script sent could be read.',
    unit: hits,
  },
  rate_limited: {
    label: 'Over the limit',
    meaning: 'No address sent more than it may in a minute.',
    unit: hits,
  },
  unsigned_identities: {
    label: 'Identities without a signature',
    meaning: 'Every identity that needs a signature of your server has one.',
    unit: hits,
    inSettings: true,
  },
  queue_delay: {
    label: 'Waiting to be counted',
    meaning: 'What arrives is in the reports at once.',
    unit: seconds,
  },
  clock_skew: {
    label: 'Clocks that are ahead',
    meaning: 'No record was dated later than it arrived.',
    unit: records,
  },
  refused_records: {
    label: 'Records that could not be stored',
    meaning: 'Everything that was accepted could be stored.',
    unit: records,
  },
  bots: {
    label: 'Bots and crawlers',
    meaning: 'No program asked for a page as a visitor would.',
    unit: hits,
    isLeftOut: true,
  },
  automated_browsers: {
    label: 'Automated browsers',
    meaning: 'No browser was driven by a program.',
    unit: hits,
    isLeftOut: true,
  },
  local_pages: {
    label: 'Local pages',
    meaning: 'Nobody looked at the website on their own computer.',
    unit: hits,
    isLeftOut: true,
  },
  prefetches: {
    label: 'Fetched ahead of time',
    meaning: 'No page was fetched and then never shown.',
    unit: hits,
    isLeftOut: true,
  },
  excluded_paths: {
    label: 'Excluded paths',
    meaning: 'No page matched what the script tag excludes.',
    unit: hits,
    isLeftOut: true,
  },
  refused_identities: {
    label: 'Identities from browsers',
    meaning: 'No browser sent an identity that the website does not take.',
    unit: hits,
    isLeftOut: true,
  },
};

/** A newer server may know checks that have no words here yet: its own name and reason tell enough. */
export const findCheckWords = (check: string): CheckWords =>
  words[check] ?? { label: check.replaceAll('_', ' '), meaning: '', unit: records };
