import { addressOf, useListed } from '../../../api/settings.ts';
import { formatAgo, formatInstant } from '../../../format/dates.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { ItemTrouble } from '../automation/item-trouble.tsx';
import { Card, Item, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';
import { type JobState, stateWords, wordsOf } from './job-words.ts';

const lookAgainMs = 10_000;

export function JobsSection() {
  const { workspace } = usePlace();
  const jobs = useListed<JobState>(addressOf(workspace.id, '/jobs'), lookAgainMs);
  return (
    <Card
      title="Jobs"
      lead="What the server does by itself, for all workspaces. Several servers on one database share the work: each run is done by one of them."
    >
      <Listed query={jobs}>
        {(listed) =>
          listed.length === 0 ? (
            <EmptyState title="No job has run yet" guide={null}>
              They begin when a server has started.
            </EmptyState>
          ) : (
            <Items label="Jobs">
              {listed.map((job) => (
                <JobItem key={job.name} job={job} />
              ))}
            </Items>
          )
        }
      </Listed>
    </Card>
  );
}

function JobItem({ job }: { job: JobState }) {
  const { workspace } = usePlace();
  const { label, does } = wordsOf(job.name);
  const exact = (instant: string) => formatInstant(instant, workspace.timezone);
  return (
    <Item
      title={
        <>
          {label}
          <Badge tone={job.state === 'running' ? 'accent' : 'plain'}>{stateWords[job.state]}</Badge>
        </>
      }
      facts={
        <>
          <span>{does}</span>
          {job.finishedAt && <span title={exact(job.finishedAt)}>Last run {formatAgo(job.finishedAt)}</span>}
          <span title={exact(job.dueAt)}>Next run {formatAgo(job.dueAt)}</span>
          {job.error && (
            <ItemTrouble>
              {job.failedAt && `${exact(job.failedAt)}: `}
              {job.error}
            </ItemTrouble>
          )}
        </>
      }
    />
  );
}
