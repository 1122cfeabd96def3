import { useState } from 'react';
import type { ApiKey, CreatedKey } from '../../../api/settings.ts';
import { formatAgo } from '../../../format/dates.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { IconCheck } from '../../../ui/icons.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

/** A key that was just made, and the one that it takes the place of. */
export type Made = { key: CreatedKey; replaces: ApiKey | undefined };

export type NewKeyProps = {
  address: string;
  made: Made;
  listed: readonly ApiKey[];
  refresh(): Promise<void>;
  onDone(): void;
};

/** The key, this once; how to try it; and where it takes the place of another, the way from one to the other. */
export function NewKey({ address, made, listed, refresh, onDone }: NewKeyProps) {
  const { key, replaces } = made;
  const [revokes, setRevokes] = useState(false);
  const lastUsedAt = listed.find(({ id }) => id === key.id)?.lastUsedAt;
  const old = replaces && listed.find(({ id }) => id === replaces.id);
  return (
    <ShownOnce
      title="Copy this key now"
      lead={`${key.name} is ready. The key is shown only this once: afterwards nobody can read it, not even the server.`}
      foot={
        <>
          {old && (
            <Button look={lastUsedAt ? 'primary' : 'plain'} onClick={() => setRevokes(true)}>
              Revoke the old key
            </Button>
          )}
          <Button look={old ? 'quiet' : 'plain'} onClick={onDone}>
            {old ? 'Keep both for now' : 'Done'}
          </Button>
        </>
      }
    >
      <CodeBlock code={key.key} label="the key" />
      <div>
        <h3>Try it</h3>
        <p className="shown-once-text">The answer has the name and the permissions of the key.</p>
      </div>
      <CodeBlock code={buildTrial(key.key)} label="the command" />
      <FirstUse at={lastUsedAt} />
      {revokes && old && (
        <RevokeKeyDialog
          apiKey={old}
          address={address}
          onRevoked={refresh}
          onClose={() => setRevokes(false)}
        />
      )}
    </ShownOnce>
  );
}

function FirstUse({ at }: { at: string | null | undefined }) {
  return (
    <p className="key-use" role="status">
      {at ? <IconCheck /> : <span className="key-wait" aria-hidden="true" />}
      {at ? `It was used ${formatAgo(at)}.` : 'Waiting for its first use…'}
    </p>
  );
}

function buildTrial(key: string): string {
  return `curl -H "Authorization: Bearer ${key}" ${location.origin}/api/v1/me`;
}
