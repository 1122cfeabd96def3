import type { AlertFacts } from './alert-facts.ts';
import { type AlertMessage, buildTitle, listSentences } from './message.ts';

/** For programs. The names are those of the API. */
export function buildWebhookBody(
  alert: AlertFacts,
  message: AlertMessage,
  { id, dashboard }: { id: string; dashboard: string | undefined },
): object {
  const { metric, condition, threshold, windowMinutes } = alert.rule;
  return {
    id,
    type: `alert.${message.kind}`,
    at: new Date(message.at).toISOString(),
    title: buildTitle(alert, message),
    message: message.words,
    value: message.value,
    started_at: message.startedAt === null ? null : new Date(message.startedAt).toISOString(),
    alert: { id: alert.id, name: alert.name, metric, condition, threshold, window_minutes: windowMinutes },
    website: { id: alert.websiteUuid, website_id: alert.websiteId, domain: alert.websiteName },
    workspace_id: alert.workspaceId,
    dashboard_url: dashboard ?? null,
  };
}

const signs = { firing: ':rotating_light:', over: ':white_check_mark:', test: ':bell:' };

/**
 * https://api.slack.com/messaging/webhooks. Names that people chose must neither format the message nor mention
 * anybody.
 */
export function buildSlackBody(
  alert: AlertFacts,
  message: AlertMessage,
  dashboard: string | undefined,
): object {
  const lines = [
    `${signs[message.kind]} *${escapeSlack(buildTitle(alert, message))}*`,
    ...listSentences(message).map(escapeSlack),
    ...(dashboard === undefined ? [] : [`<${dashboard}|Open in the dashboard>`]),
  ];
  return { text: lines.join('\n'), unfurl_links: false };
}

function escapeSlack(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  // Slack formats text between these marks; a zero-width space before each of them prevents that.
  return escaped.replaceAll(/[*_~`]/g, '\u200b$&');
}

const colours = { firing: 0xb3341f, over: 0x14713f, test: 0x0c7565 };

/** https://discord.com/developers/docs/resources/webhook. Names that people chose mention nobody. */
export function buildDiscordBody(
  alert: AlertFacts,
  message: AlertMessage,
  dashboard: string | undefined,
): object {
  return {
    username: 'Footfall',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: escapeMarkdown(buildTitle(alert, message)).slice(0, 256),
        description: listSentences(message).map(escapeMarkdown).join('\n').slice(0, 4000),
        color: colours[message.kind],
        timestamp: new Date(message.at).toISOString(),
        ...(dashboard !== undefined && { url: dashboard }),
      },
    ],
  };
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\*_~`|<>[\]()#@]/g, '\\$&');
}
