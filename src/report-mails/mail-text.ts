import type { MailWords, ShownList } from './mail-html.ts';

/** The same for those who read plain text. */
export function buildText(words: MailWords): string {
  const { websiteName, reportName, periodText, segmentName, comparedWith } = words;
  const head = [
    `${reportName}: ${websiteName}, ${periodText}`,
    ...(segmentName === undefined ? [] : [`Segment: ${segmentName}`]),
    ...(comparedWith === undefined ? [] : [`Changes against ${comparedWith}`]),
  ];
  const figures = words.figures.map(
    ({ label, value, change }) => `${label}: ${value}${change ? ` (${change.text})` : ''}`,
  );
  const foot = [
    `In the dashboard: ${words.dashboardUrl}`,
    words.schedule,
    ...(words.unsubscribeUrl === undefined ? [] : [`Unsubscribe: ${words.unsubscribeUrl}`]),
  ];
  return [head, figures, ...words.lists.map(buildList), foot].map((lines) => lines.join('\n')).join('\n\n');
}

function buildList({ title, counts, rows, empty }: ShownList): string[] {
  const lines = rows.map(({ name, value }) => `  ${value}  ${name}`);
  return [
    counts === '' ? title : `${title} (${counts.toLowerCase()})`,
    ...(lines.length > 0 ? lines : [`  ${empty}`]),
  ];
}
