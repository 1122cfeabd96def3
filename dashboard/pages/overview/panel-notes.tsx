import { toNumber, useReport } from '../../api/reports.ts';
import { ModelNote } from '../../controls/model-switch.tsx';
import { formatCount } from '../../format/numbers.ts';
import type { Look } from '../../view/use-look.ts';
import type { PanelTab } from './panel-facts.ts';

export type PanelNotesProps = {
  look: Look;
  tab: PanelTab;
  /** Where all columns stand, and not sources alone are told apart. */
  inDetails?: boolean;
};

const bySource = ['referrers', 'hostnames', 'attributed_revenue'];

/** What has to be said of the numbers of a panel, so that nobody compares what is not the same. */
export default function PanelNotes({ look, tab, inDetails = false }: PanelNotesProps) {
  const hasMoney = tab.columns.some(({ kind }) => kind === 'money');
  const namesModel = hasMoney && (inDetails || bySource.some((name) => tab.path.endsWith(name)));
  return (
    <>
      {tab.about === 'pages' && look.view.filters.page && <p>All pages of these visits.</p>}
      {(tab.about === 'channels' || tab.about === 'referrers') && (
        <DirectNote look={look} about={tab.about} />
      )}
      {namesModel && <ModelNote look={look} />}
    </>
  );
}

/** Without a referring site is more than Direct: links in mails have tags and no site. */
function DirectNote({ look, about }: { look: Look; about: 'channels' | 'referrers' }) {
  const { data } = useReport(look.question('pixel/analytics/direct'));
  const row = data?.data[0];
  if (!row || toNumber(row.tagged_visitors) === 0) return null;
  const count = (name: string) => formatCount(toNumber(row[name]));
  return (
    <p data-note="direct">
      {about === 'referrers'
        ? `Without a referring site: ${count('without_referrer_visitors')}. Of these ${count('visitors')} came directly, and ${count('tagged_visitors')} by tagged links, as in emails, which belong to other channels.`
        : `Direct means that nothing tells where somebody came from. Visitors by tagged links, as in emails (${count('tagged_visitors')}), have no referring site either, and belong to the channels of their tags.`}
    </p>
  );
}
