import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiKey, addressOf, useListed, useRefreshListed } from '../../../api/settings.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlus } from '../../../ui/icons.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { Card, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeyItem } from './key-item.tsx';
import { type Made, NewKey } from './new-key.tsx';

/** While a new key waits for its first use, its first use is looked for. */
const watchEveryMs = 2000;

export function KeysSection() {
  const { workspace } = usePlace();
  const address = addressOf(workspace.id, '/keys');
  const [creates, setCreates] = useState<{ replaces?: ApiKey }>();
  const [made, setMade] = useState<Made>();
  const query = useListed<ApiKey>(address, made && watchEveryMs);
  const refresh = useRefreshListed(address);
  return (
    <>
      {made && (
        <NewKey
          address={address}
          made={made}
          listed={query.data ?? []}
          refresh={refresh}
          onDone={() => setMade(undefined)}
        />
      )}
      <Card
        title="API keys"
        lead={
          <>
            For programs on your servers that read reports or send records, never for code in a browser. A key
            belongs to the workspace and works until it is revoked. <a href="/docs/api">API reference</a>
          </>
        }
        action={
          <Button look="primary" icon={IconPlus} onClick={() => setCreates({})}>
            New key
          </Button>
        }
      >
        <KeyList
          query={query}
          address={address}
          refresh={refresh}
          onRotate={(replaces) => setCreates({ replaces })}
        />
      </Card>
      {creates && (
        <CreateKeyDialog
          address={address}
          replaces={creates.replaces}
          onClose={() => setCreates(undefined)}
          onMade={(key) => {
            setMade({ key, replaces: creates.replaces });
            setCreates(undefined);
            void refresh();
          }}
        />
      )}
    </>
  );
}

type KeyListProps = {
  query: UseQueryResult<ApiKey[]>;
  address: string;
  refresh(): Promise<void>;
  onRotate(key: ApiKey): void;
};

function KeyList({ query, address, refresh, onRotate }: KeyListProps) {
  return (
    <Listed query={query}>
      {(keys) =>
        keys.length === 0 ? (
          <EmptyState title="No keys yet" guide="server-side">
            Make one for each program, so that each can be revoked alone.
          </EmptyState>
        ) : (
          <Items label="API keys">
            {keys.map((key) => (
              <KeyItem
                key={key.id}
                apiKey={key}
                address={address}
                refresh={refresh}
                onRotate={() => onRotate(key)}
              />
            ))}
          </Items>
        )
      }
    </Listed>
  );
}
