import { useState } from 'react';
import type { ApiKey } from '../../../api/settings.ts';
import { formatAgo, formatInstant } from '../../../format/dates.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Item } from '../card.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { formatScope } from './scopes.ts';

export type KeyItemProps = { apiKey: ApiKey; address: string; refresh(): Promise<void>; onRotate(): void };

export function KeyItem({ apiKey, address, refresh, onRotate }: KeyItemProps) {
  const { timezone } = usePlace().workspace;
  const [revokes, setRevokes] = useState(false);
  const { name, prefix, scopes, lastUsedAt, createdAt, expiresAt, createdBy } = apiKey;
  return (
    <Item
      title={
        <>
          {name}
          {scopes.map((scope) => (
            <Badge key={scope}>{formatScope(scope)}</Badge>
          ))}
        </>
      }
      facts={
        <>
          <code>{prefix}…</code>
          <span>{lastUsedAt ? `Last used ${formatAgo(lastUsedAt)}` : 'Never used'}</span>
          <span>
            Created {formatInstant(createdAt, timezone)}
            {createdBy && ` by ${createdBy.email}`}
          </span>
          {expiresAt && <span>Expires {formatInstant(expiresAt, timezone)}</span>}
        </>
      }
    >
      <Button onClick={onRotate} aria-label={`Rotate ${name}`}>
        Rotate
      </Button>
      <Button look="danger" onClick={() => setRevokes(true)} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
      {revokes && (
        <RevokeKeyDialog
          apiKey={apiKey}
          address={address}
          onRevoked={refresh}
          onClose={() => setRevokes(false)}
        />
      )}
    </Item>
  );
}
