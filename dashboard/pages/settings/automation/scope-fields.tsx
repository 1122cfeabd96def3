import { useSegments } from '../../../api/segments.ts';
import type { Submission } from '../../../api/use-submission.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { SelectField } from '../../../ui/field.tsx';

export type Scope = { websiteId: string; segmentId: string | null };

export type ScopeFieldsProps = {
  scope: Scope;
  /** A website is chosen once: figures of two are no history. */
  isNew: boolean;
  submission: Submission;
  onChange(scope: Scope): void;
};

/** Which website, and which of its visitors. */
export function ScopeFields({ scope, isNew, submission, onChange }: ScopeFieldsProps) {
  const { workspace } = usePlace();
  const { data: segments = [] } = useSegments({ workspaceId: workspace.id, websiteUuid: scope.websiteId });
  return (
    <div className="field-pair">
      <SelectField
        label="Website"
        value={scope.websiteId}
        disabled={!isNew}
        onChange={(event) => onChange({ websiteId: event.target.value, segmentId: null })}
      >
        {workspace.websites.map((website) => (
          <option key={website.id} value={website.id}>
            {nameOf(website)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Visitors"
        hint={
          segments.length === 0 ? 'Segments that you save on the overview can be chosen here.' : undefined
        }
        error={submission.errorOf('segmentId')}
        value={scope.segmentId ?? ''}
        onChange={(event) => onChange({ ...scope, segmentId: event.target.value || null })}
      >
        <option value="">All visitors</option>
        {segments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
