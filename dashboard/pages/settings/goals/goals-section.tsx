import { useState } from 'react';
import { Link } from 'wouter';
import type { Goal, GoalDraft } from '../../../api/goals.ts';
import { useReport } from '../../../api/reports.ts';
import { addressOf, useListed, useRefreshListed } from '../../../api/settings.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Card, Items } from '../card.tsx';
import { WebsiteField } from '../data/website-field.tsx';
import { Listed } from '../listed.tsx';
import { GoalDialog } from './goal-dialog.tsx';
import { GoalItem } from './goal-item.tsx';
import { type SeenEvent, type SeenPage, type Suggestion, suggestGoals } from './suggest-goals.ts';

export function GoalsSection() {
  const { workspace } = usePlace();
  const [chosen, setChosen] = useState(workspace.websites[0]?.websiteId ?? '');
  const website = workspace.websites.find(({ websiteId }) => websiteId === chosen) ?? workspace.websites[0];
  if (!website) {
    return (
      <Card title="Goals">
        <EmptyState title="No website yet" guide={null}>
          <Link href={`/w/${workspace.id}/settings/websites`}>Add a website</Link> first.
        </EmptyState>
      </Card>
    );
  }
  return (
    <>
      {workspace.websites.length > 1 && <WebsiteField value={website.websiteId} onChange={setChosen} />}
      <GoalsOfWebsite key={website.id} uuid={website.id} websiteId={website.websiteId} />
    </>
  );
}

/** A row of the goal conversions report. */
type Counted = { goal_name: string; conversions: string; visitors: string };

type GoalsOfWebsiteProps = { uuid: string; websiteId: string };

function GoalsOfWebsite({ uuid, websiteId }: GoalsOfWebsiteProps) {
  const { workspace, base } = usePlace();
  const address = addressOf(workspace.id, '/goals');
  const goals = useListed<Goal>(address);
  const refreshGoals = useRefreshListed(address);
  // Reports count a goal from the moment that it is made, and for the past.
  const counted = useReport<Counted>({
    base,
    path: 'pixel/metrics/goal_conversions',
    query: { website_id: websiteId, limit: 1000 },
  });
  const refresh = async () => {
    await refreshGoals();
    await counted.refetch();
  };
  const [draft, setDraft] = useState<Partial<GoalDraft>>();
  const countOf = (goal: Goal) =>
    counted.data?.data.find(({ goal_name }) => goal_name === (goal.type === 'page' ? goal.name : goal.match));
  return (
    <>
      <Card
        title="Goals"
        lead="What you want visitors to do: view a page, or something that your pages and servers send as an event. Page goals count the past too."
        action={
          <Button look="primary" icon={IconPlus} onClick={() => setDraft({})}>
            New goal
          </Button>
        }
      >
        <Listed query={goals}>
          {(listed) => {
            const own = listed.filter((goal) => goal.websiteId === uuid);
            const active = own.filter(({ archivedAt }) => archivedAt === null);
            const archived = own.filter(({ archivedAt }) => archivedAt !== null);
            return (
              <>
                {active.length === 0 ? (
                  <EmptyState title="No goals yet" guide="goals">
                    Make a page a goal, such as the one that says thank you, or an event.
                  </EmptyState>
                ) : (
                  <Items label="Goals">
                    {active.map((goal) => (
                      <GoalItem
                        key={goal.id}
                        goal={goal}
                        websiteId={websiteId}
                        counted={countOf(goal)}
                        address={address}
                        refresh={refresh}
                      />
                    ))}
                  </Items>
                )}
                {archived.length > 0 && (
                  <details className="goals-archived">
                    <summary>{`Archived (${archived.length})`}</summary>
                    <Items label="Archived goals">
                      {archived.map((goal) => (
                        <GoalItem
                          key={goal.id}
                          goal={goal}
                          websiteId={websiteId}
                          counted={undefined}
                          address={address}
                          refresh={refresh}
                        />
                      ))}
                    </Items>
                  </details>
                )}
              </>
            );
          }}
        </Listed>
      </Card>
      {goals.data && (
        <Suggestions
          goals={goals.data.filter((goal) => goal.websiteId === uuid)}
          websiteId={websiteId}
          onChoose={setDraft}
        />
      )}
      {draft && (
        <GoalDialog
          address={address}
          place={{ uuid, websiteId }}
          goal={undefined}
          draft={draft}
          refresh={refresh}
          onClose={() => setDraft(undefined)}
        />
      )}
    </>
  );
}

type SuggestionsProps = {
  goals: readonly Goal[];
  websiteId: string;
  onChoose(draft: GoalDraft): void;
};

/** Of the last 30 days. */
function Suggestions({ goals, websiteId, onChoose }: SuggestionsProps) {
  const { base } = usePlace();
  const query = { website_id: websiteId, limit: 1000 };
  const events = useReport<SeenEvent>({ base, path: 'pixel/metrics/events_catalog', query });
  const pages = useReport<SeenPage>({ base, path: 'pixel/metrics/top_pages', query });
  const suggested = suggestGoals(goals, events.data?.data ?? [], pages.data?.data ?? []);
  if (suggested.length === 0) return null;
  return (
    <Card title="Suggested" lead="What arrived in the last 30 days and could be a goal.">
      <ul className="goals-suggested" aria-label="Suggested goals">
        {suggested.map((suggestion) => (
          <SuggestionItem
            key={`${suggestion.draft.type} ${suggestion.draft.match}`}
            suggestion={suggestion}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </Card>
  );
}

type SuggestionItemProps = { suggestion: Suggestion; onChoose(draft: GoalDraft): void };

function SuggestionItem({ suggestion: { draft, words }, onChoose }: SuggestionItemProps) {
  return (
    <li>
      <span>{words}</span>
      <Button onClick={() => onChoose(draft)} aria-label={`Make it a goal: ${draft.match}`}>
        Make it a goal
      </Button>
    </li>
  );
}
