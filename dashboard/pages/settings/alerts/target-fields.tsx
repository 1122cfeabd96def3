import type { AlertTarget, TargetKind } from '../../../api/automation.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconPlus, IconTrash } from '../../../ui/icons.tsx';
import { targetKinds, targetLabels } from './alert-words.ts';

/** A channel as it is typed: what it leads to is an address or a URL. */
export type TargetDraft = { key: number; kind: TargetKind; text: string; secret?: string | undefined };

let keys = 0;

export const newTarget = (kind: TargetKind, text = ''): TargetDraft => ({ key: ++keys, kind, text });

export const toDraft = (target: AlertTarget): TargetDraft =>
  target.kind === 'email'
    ? newTarget('email', target.address)
    : {
        ...newTarget(target.kind, target.url),
        secret: target.kind === 'webhook' ? target.secret : undefined,
      };

/** Lines that were left empty are none. */
export const toTargets = (drafts: readonly TargetDraft[]): AlertTarget[] =>
  drafts
    .filter(({ text }) => text.trim() !== '')
    .map(({ kind, text }) =>
      kind === 'email' ? { kind, address: text.trim() } : { kind, url: text.trim() },
    );

const placeholders: Record<TargetKind, string> = {
  email: 'you@example.com',
  webhook: 'https://example.com/hook',
  slack: 'https://hooks.slack.com/services/…',
  discord: 'https://discord.com/api/webhooks/…',
};

export type TargetFieldsProps = {
  targets: readonly TargetDraft[];
  error: string | undefined;
  onChange(targets: TargetDraft[]): void;
};

/** Where an alert is told: a kind and an address a line. */
export function TargetFields({ targets, error, onChange }: TargetFieldsProps) {
  const change = (key: number, part: Partial<TargetDraft>) =>
    onChange(targets.map((target) => (target.key === key ? { ...target, ...part } : target)));
  return (
    <fieldset className="alert-targets">
      <legend className="field-label alert-targets-legend">Tell</legend>
      {targets.map((target, index) => (
        <TargetLine
          key={target.key}
          target={target}
          place={index + 1}
          onChange={(part) => change(target.key, part)}
          onRemove={() => onChange(targets.filter(({ key }) => key !== target.key))}
        />
      ))}
      {error && (
        <div className="field-error" role="alert">
          {error}
        </div>
      )}
      <div>
        <Button icon={IconPlus} onClick={() => onChange([...targets, newTarget('email')])}>
          Add a channel
        </Button>
      </div>
    </fieldset>
  );
}

type TargetLineProps = {
  target: TargetDraft;
  place: number;
  onChange(part: Partial<TargetDraft>): void;
  onRemove(): void;
};

function TargetLine({ target, place, onChange, onRemove }: TargetLineProps) {
  return (
    <div className="alert-target">
      <select
        className="input"
        aria-label={`Kind of channel ${place}`}
        value={target.kind}
        onChange={(event) => onChange({ kind: event.target.value as TargetKind, secret: undefined })}
      >
        {targetKinds.map((kind) => (
          <option key={kind} value={kind}>
            {targetLabels[kind]}
          </option>
        ))}
      </select>
      <input
        className="input"
        aria-label={`Address of channel ${place}`}
        placeholder={placeholders[target.kind]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={target.text}
        onChange={(event) => onChange({ text: event.target.value, secret: undefined })}
      />
      <IconButton icon={IconTrash} label={`Remove channel ${place}`} onClick={onRemove} />
      {target.kind === 'webhook' && (
        <div className="alert-secret field-hint">
          {target.secret ? (
            <>
              Signed with <code>{target.secret.slice(0, 12)}…</code>
              <CopyButton text={target.secret} label="Copy" of=" the secret" />
            </>
          ) : (
            'Once it is saved there is a secret here, by which your server can check where a message comes from.'
          )}
        </div>
      )}
    </div>
  );
}
