/** One visitor: who it is as far as is known, and everything they did in the days. */
import { Link, useLocation } from 'wouter';
import { useReport } from '../../api/reports.ts';
import { Toolbar } from '../../controls/toolbar.tsx';
import { formatInstant } from '../../format/dates.ts';
import { formatCountry, formatDevice, formatLanguage } from '../../format/names.ts';
import { formatCount, formatMoney } from '../../format/numbers.ts';
import { Avatar } from '../../people/avatar.tsx';
import { Facts } from '../../people/facts.tsx';
import { findOwnName } from '../../people/own-name.ts';
import { nameVisitor } from '../../people/visitor-name.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { useWebsite } from '../../shell/place.tsx';
import { Button } from '../../ui/button.tsx';
import { IconLeft } from '../../ui/icons.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { type Sum, Sums } from '../../ui/sums.tsx';
import { type Look, useLook } from '../../view/use-look.ts';
import { buildSharedSearch } from '../../view/view.ts';
import { withoutFilters } from '../../view/without-filters.ts';
import { PersonTools } from './person-tools.tsx';
import { Timeline } from './timeline.tsx';
import { type Amount, useAmounts } from './use-amounts.ts';

type Profile = {
  visitor_id: string;
  identified: boolean;
  first_seen: string;
  last_seen: string;
  sessions: string;
  pageviews: string;
  conversions: string;
  /** Missing where a share link hides it. */
  revenue?: number;
  country: string;
  device: string;
  browser: string;
  os: string;
  language: string;
  first_source: string;
  last_source: string;
  traits: Record<string, unknown>;
};

/** The router decodes addresses by half; an ID may hold anything. */
function readVisitorId(): string {
  return decodeURIComponent(location.pathname.split('/').at(-1) ?? '');
}

export default function ProfilePage() {
  useLocation();
  const visitorId = readVisitorId();
  const look = useLook();
  const { home } = useWebsite();
  const search = buildSharedSearch(look.view);
  return (
    <div className="page">
      <Toolbar look={look} compares={false} filters={false} currencies={false} />
      <Link className="profile-back" href={`${home}/visitors${search && `?${search}`}`}>
        <IconLeft />
        Visitors
      </Link>
      <ProfileBody key={visitorId} look={look} visitorId={visitorId} />
    </div>
  );
}

function ProfileBody({ look, visitorId }: { look: Look; visitorId: string }) {
  const ask = (extra: Record<string, string> = {}) =>
    withoutFilters(look.question('pixel/metrics/visitor_profile', { visitor_id: visitorId, ...extra }));
  const { data, error, isPlaceholderData } = useReport<Profile>(ask());
  const amounts = useAmounts(look, (currency) => ask({ currency }));
  if (error) return <ErrorState error={error} />;
  const profile = data?.data[0];
  return (
    <>
      <ProfileHead visitorId={visitorId} profile={profile} />
      {!data ? (
        <section className="surface card">
          <SkeletonRows rows={10} />
        </section>
      ) : !profile ? (
        <section className="surface card">
          <EmptyState title="Nothing in these days" guide="identity">
            <p>This visitor has no records in the days that you look at.</p>
            <Button onClick={() => look.change({ period: '12mo' })}>Look at the last 12 months</Button>
          </EmptyState>
        </section>
      ) : (
        <div className={`profile ${isPlaceholderData ? 'is-stale' : ''}`}>
          <ProfileFigures profile={profile} look={look} amounts={amounts} />
          <aside className="surface card" aria-label="About">
            <ProfileFacts profile={profile} zone={look.zone} />
          </aside>
          <Timeline look={look} visitorId={visitorId} />
        </div>
      )}
    </>
  );
}

function ProfileHead({ visitorId, profile }: { visitorId: string; profile: Profile | undefined }) {
  const { shared } = useWebsite();
  const made = nameVisitor(visitorId).text;
  const own = findOwnName(profile?.traits);
  usePageTitle(own ?? made);
  return (
    <header className="profile-head">
      <Avatar visitorId={visitorId} ownName={own} large />
      <div>
        <h1>{own ?? made}</h1>
        <p className="muted">
          {profile?.identified ? 'Identified' : 'Not identified'}
          {own && ` · ${made}`} · <code>{visitorId}</code>
        </p>
      </div>
      {!shared && <PersonTools visitorId={visitorId} />}
    </header>
  );
}

type ProfileFiguresProps = { profile: Profile; look: Look; amounts: readonly Amount[] };

function ProfileFigures({ profile, look, amounts }: ProfileFiguresProps) {
  const { sessions, pageviews, conversions, revenue } = profile;
  return (
    <Sums
      label="In these days"
      sums={[
        { label: 'Sessions', value: formatCount(Number(sessions)), exact: sessions },
        { label: 'Pageviews', value: formatCount(Number(pageviews)), exact: pageviews },
        { label: 'Conversions', value: formatCount(Number(conversions)), exact: conversions },
        ...(revenue === undefined ? [] : [sumAmounts(amounts, { currency: look.currency, amount: revenue })]),
      ]}
    />
  );
}

/** Each currency by itself; `chosen` where there is none but that. */
function sumAmounts(amounts: readonly Amount[], chosen: Amount): Sum {
  const [largest = chosen, ...others] = amounts.filter(({ amount }) => amount !== 0);
  const write = ({ currency, amount }: Amount) => formatMoney(amount, currency);
  return {
    label: 'Revenue',
    value: write(largest),
    exact: largest.amount,
    note: others.length > 0 ? `and ${others.map(write).join(', ')}` : undefined,
  };
}

function ProfileFacts({ profile, zone }: { profile: Profile; zone: string }) {
  const traits = Object.entries(profile.traits).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  return (
    <>
      <h2 className="profile-heading">About</h2>
      <Facts
        facts={[
          ['First seen', formatInstant(profile.first_seen, zone)],
          ['Last seen', formatInstant(profile.last_seen, zone)],
          ['First source', profile.first_source],
          ['Last source', profile.last_source],
          ['Country', formatCountry(profile.country)],
          ['Language', formatLanguage(profile.language)],
          ['Device', formatDevice(profile.device)],
          ['Browser', profile.browser],
          ['System', profile.os],
        ]}
      />
      {traits.length > 0 && (
        <>
          <h2 className="profile-heading">Traits</h2>
          <Facts facts={traits} />
        </>
      )}
    </>
  );
}
