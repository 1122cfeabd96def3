import { useState } from 'react';
import { ask } from '../../../api/ask.ts';
import { useSegments } from '../../../api/segments.ts';
import type { CreatedShareLink, ShareLink } from '../../../api/share-links.ts';
import { useSubmission } from '../../../api/use-submission.ts';
import { nameOf, usePlace } from '../../../shell/place.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, SelectField, TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { LinesField } from '../automation/lines-field.tsx';
import { NameField } from '../automation/name-field.tsx';
import { beginDraft, buildSettings, type LinkDraft, pageLabels, whyNot } from './link-draft.ts';

export type ShareLinkDialogProps = {
  address: string;
  /** The one to be changed; without it a new one is made. */
  link: ShareLink | undefined;
  onSaved(saved: ShareLink | CreatedShareLink): void;
  onClose(): void;
};

export function ShareLinkDialog({ address, link, onSaved, onClose }: ShareLinkDialogProps) {
  const { workspace } = usePlace();
  const [draft, setDraft] = useState(() => beginDraft(link, workspace.websites[0]?.id ?? ''));
  const change = (part: Partial<LinkDraft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    const body = buildSettings(draft, link);
    onSaved(
      link
        ? await ask<ShareLink>(`${address}/${link.id}`, { method: 'PATCH', body })
        : await ask<CreatedShareLink>(address, { method: 'POST', body }),
    );
  });
  const shared = { draft, change, submission };
  const isEmpty = draft.pages.every((page) => whyNot(page, draft) !== undefined);
  return (
    <Dialog title={link ? `Change ${link.name}` : 'New share link'} width="medium" onClose={onClose}>
      <Form
        submission={submission}
        action={link ? 'Save' : 'Make the link'}
        disabled={isEmpty || draft.name.trim() === ''}
      >
        <NameField
          hint="Anyone who opens the link sees it too."
          placeholder="For the board"
          value={draft.name}
          submission={submission}
          onChange={(name) => change({ name })}
        />
        {!link && <WebsiteChoice {...shared} />}
        <Shown {...shared} />
        <Admission {...shared} hasPassword={link?.hasPassword ?? false} />
        <Frames {...shared} />
      </Form>
    </Dialog>
  );
}

type PartProps = {
  draft: LinkDraft;
  change(part: Partial<LinkDraft>): void;
  submission: ReturnType<typeof useSubmission>;
};

function WebsiteChoice({ draft, change }: PartProps) {
  const { websites } = usePlace().workspace;
  if (websites.length < 2) return null;
  return (
    <SelectField
      label="Website"
      value={draft.websiteId}
      onChange={(event) => change({ websiteId: event.target.value, segmentId: '' })}
    >
      {websites.map((website) => (
        <option key={website.id} value={website.id}>
          {nameOf(website)}
        </option>
      ))}
    </SelectField>
  );
}

function Shown({ draft, change, submission }: PartProps) {
  const { workspace } = usePlace();
  const { data: segments = [] } = useSegments({ workspaceId: workspace.id, websiteUuid: draft.websiteId });
  const toggle = (page: LinkDraft['pages'][number], isOn: boolean) =>
    change({ pages: isOn ? [...draft.pages, page] : draft.pages.filter((each) => each !== page) });
  return (
    <>
      <fieldset className="choices">
        <legend className="field-label">Pages</legend>
        <div className="choices-grid">
          {pageLabels.map(({ page, label }) => {
            const reason = whyNot(page, draft);
            return (
              <Checkbox
                key={page}
                label={label}
                hint={reason}
                disabled={reason !== undefined}
                checked={reason === undefined && draft.pages.includes(page)}
                onChange={(event) => toggle(page, event.target.checked)}
              />
            );
          })}
        </div>
        {submission.errorOf('pages') && (
          <div className="field-error" role="alert">
            {submission.errorOf('pages')}
          </div>
        )}
      </fieldset>
      <SelectField
        label="Segment"
        hint="Its filters always apply for anyone who has the link."
        value={draft.segmentId}
        onChange={(event) => change({ segmentId: event.target.value })}
      >
        <option value="">Everything</option>
        {segments.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <fieldset className="choices">
        <legend className="field-label">Leave out</legend>
        <Checkbox
          label="Revenue"
          hint="Nobody who opens the link sees amounts or payments."
          checked={draft.hidesRevenue}
          onChange={(event) => change({ hidesRevenue: event.target.checked })}
        />
        <Checkbox
          label="Individual visitors"
          hint="No lists of visitors and sessions, no IDs, no newest events. How many there were stays."
          checked={draft.hidesVisitors}
          onChange={(event) => change({ hidesVisitors: event.target.checked })}
        />
      </fieldset>
    </>
  );
}

function Admission({ draft, change, submission, hasPassword }: PartProps & { hasPassword: boolean }) {
  return (
    <>
      {hasPassword && (
        <Checkbox
          label="Keep its password"
          hint="Otherwise it uses the password below, or none."
          checked={draft.keepsPassword}
          onChange={(event) => change({ keepsPassword: event.target.checked, password: '' })}
        />
      )}
      {!draft.keepsPassword && (
        <PasswordField
          label="Password (optional)"
          kind="new"
          required={false}
          hint="At least 8 characters. Without one, anyone who has the link can see it."
          error={submission.errorOf('password')}
          value={draft.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      )}
      <TextField
        label="Last day (optional)"
        type="date"
        hint="The link works until the end of this day, or until you revoke it."
        error={submission.errorOf('expiresAt')}
        value={draft.lastDay}
        onChange={(event) => change({ lastDay: event.target.value })}
      />
    </>
  );
}

function Frames({ draft, change, submission }: PartProps) {
  return (
    <>
      <SelectField
        label="May be embedded by"
        value={draft.frames}
        onChange={(event) => change({ frames: event.target.value as LinkDraft['frames'] })}
      >
        <option value="nobody">Nobody</option>
        <option value="listed">These websites</option>
        <option value="anybody">Any website</option>
      </SelectField>
      {draft.frames === 'listed' && (
        <LinesField
          label="Websites"
          hint="Such as https://example.com, or https://*.example.com for its subdomains."
          error={submission.errorOf('frameAncestors')}
          value={draft.framers}
          onChange={(framers) => change({ framers })}
        />
      )}
    </>
  );
}
