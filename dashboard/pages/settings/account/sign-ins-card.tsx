import { useState } from 'react';
import { ask, messageOf } from '../../../api/ask.ts';
import { type SignIn, signInsAddress, useListed, useRefreshListed } from '../../../api/settings.ts';
import { formatAgo, formatInstant } from '../../../format/dates.ts';
import { formatCountry } from '../../../format/names.ts';
import { usePlace } from '../../../shell/place.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { Card, Item, Items } from '../card.tsx';
import { Listed } from '../listed.tsx';

/** Every browser in which the person is signed in. */
export function SignInsCard() {
  const query = useListed<SignIn>(signInsAddress);
  const refresh = useRefreshListed(signInsAddress);
  const [endsAll, setEndsAll] = useState(false);
  const hasOthers = query.data?.some(({ current }) => !current) ?? false;

  async function endOthers() {
    await ask(signInsAddress, { method: 'DELETE' });
    await refresh();
    showToast('All other browsers are signed out.');
  }

  return (
    <Card
      title="Where you are signed in"
      lead="A browser that you sign out here is out at once. One that you do not know? Sign it out and change your password."
      action={hasOthers && <Button onClick={() => setEndsAll(true)}>Sign out all others</Button>}
    >
      <Listed query={query}>
        {(signIns) => (
          <Items label="Browsers">
            {signIns.map((signIn) => (
              <SignInItem key={signIn.id} signIn={signIn} refresh={refresh} />
            ))}
          </Items>
        )}
      </Listed>
      {endsAll && (
        <ConfirmDialog
          title="Sign out all other browsers?"
          action="Sign out all others"
          run={endOthers}
          onClose={() => setEndsAll(false)}
        >
          <p>You stay signed in here. Everywhere else the password is needed again.</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function SignInItem({ signIn, refresh }: { signIn: SignIn; refresh(): Promise<void> }) {
  const { timezone } = usePlace().workspace;
  const [busy, setBusy] = useState(false);
  const { id, current, browser, operatingSystem, country, createdAt, lastSeenAt } = signIn;

  async function end() {
    setBusy(true);
    try {
      await ask(`${signInsAddress}/${id}`, { method: 'DELETE' });
      showToast(`${describe(signIn)} is signed out.`);
    } catch (error) {
      showToast(messageOf(error), 'bad');
    }
    setBusy(false);
    await refresh();
  }

  return (
    <Item
      title={
        <>
          {describe({ browser, operatingSystem })}
          {current && <Badge tone="accent">This browser</Badge>}
        </>
      }
      facts={
        <>
          {country && country !== 'ZZ' && <span>{formatCountry(country)}</span>}
          <span>{current ? 'Active now' : `Active ${formatAgo(lastSeenAt)}`}</span>
          <span>Signed in {formatInstant(createdAt, timezone)}</span>
        </>
      }
    >
      {!current && (
        <Button busy={busy} onClick={() => void end()}>
          Sign out
        </Button>
      )}
    </Item>
  );
}

function describe({ browser, operatingSystem }: Pick<SignIn, 'browser' | 'operatingSystem'>): string {
  const isKnown = (name: string) => name !== '' && name !== 'unknown';
  const known = [browser, operatingSystem].filter(isKnown);
  return known.length > 0 ? known.join(' on ') : 'Unknown browser';
}
