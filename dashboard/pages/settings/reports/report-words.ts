import type { Frequency, ScheduledReport } from '../../../api/automation.ts';

export const frequencies: readonly { frequency: Frequency; label: string; tells: string }[] = [
  { frequency: 'daily', label: 'Every day', tells: 'The day before, against the day before it.' },
  { frequency: 'weekly', label: 'Every Monday', tells: 'The week before, against the week before it.' },
  {
    frequency: 'monthly',
    label: 'First day of every month',
    tells: 'The month before, against the month before it.',
  },
];

export const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** "Every Monday at 08:00, Europe/Berlin" */
export function describeSchedule({ frequency, hour, timezone }: ScheduledReport): string {
  const label = frequencies.find((each) => each.frequency === frequency)?.label ?? frequency;
  return `${label} at ${formatHour(hour)}, ${timezone.replaceAll('_', ' ')}`;
}

export function describeRecipients({ recipients, unsubscribed }: ScheduledReport): string {
  const count = recipients.length - unsubscribed.length;
  const left = unsubscribed.length > 0 ? `, ${unsubscribed.length} unsubscribed` : '';
  return `${count} ${count === 1 ? 'recipient' : 'recipients'}${left}`;
}
