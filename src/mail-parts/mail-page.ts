/** How mails of the product look. Tables and inline styles alone, because mail clients know little else. */

export const ink = '#1b1d1c';
export const muted = '#666a67';
export const line = '#e8e5df';
export const accent = '#0c7565';
export const good = '#14713f';
export const bad = '#b3341f';
const paper = '#faf9f6';
const font = `-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif`;

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** One row of the card, as HTML, with the room around it as CSS. */
export type MailRow = { padding: string; html: string };

export type MailPage = {
  title: string;
  rows: readonly MailRow[];
  /** Below the card, as HTML. */
  foot: string;
};

export function buildMailPage({ title, rows, foot }: MailPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<meta name="supported-color-schemes" content="light">
<title>${escapeHtml(title)}</title>
</head>
<body style="margin:0;padding:0;background:${paper};color:${ink};font-family:${font};font-size:15px;line-height:1.45">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${paper}"><tr><td align="center" style="padding:20px 10px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border:1px solid ${line};border-radius:12px;border-collapse:separate">
${rows.map(({ padding, html }) => `<tr><td style="padding:${padding}">${html}</td></tr>`).join('\n')}
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td style="padding:16px 24px;color:${muted};font-size:12px">${foot}</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

export function buildMailHead(over: string, title: string): string {
  return `<div style="color:${accent};font-size:13px;font-weight:600">${escapeHtml(over)}</div>
<h1 style="margin:2px 0 0;font-size:22px;line-height:1.25;font-weight:650;overflow-wrap:anywhere">${escapeHtml(title)}</h1>`;
}

export function buildMailButton(href: string, label: string): string {
  return `<a href="${escapeHtml(href)}" style="display:inline-block;background:${accent};color:#ffffff;text-decoration:none;font-weight:600;padding:10px 18px;border-radius:8px">${escapeHtml(label)}</a>`;
}

export type MailChart = {
  /** The address of the picture. */
  source: string;
  description: string;
  /** As HTML, at the upper edge. */
  legend: string;
  top: string;
  ends: readonly [string, string];
};

export function buildMailChart({ source, description, legend, top, ends: [first, last] }: MailChart): string {
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="font-size:12px;color:${muted}">
<tr><td style="padding-bottom:4px">${legend}</td><td align="right" style="padding-bottom:4px">${escapeHtml(top)}</td></tr>
<tr><td colspan="2"><img src="${escapeHtml(source)}" width="552" alt="${escapeHtml(description)}" style="display:block;width:100%;max-width:552px;height:auto;border:0"></td></tr>
<tr><td style="padding-top:4px">${escapeHtml(first)}</td><td align="right" style="padding-top:4px">${escapeHtml(last)}</td></tr>
</table>`;
}
