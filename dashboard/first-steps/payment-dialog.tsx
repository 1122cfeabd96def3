import recipes from 'footfall:recipes';
import { useState } from 'react';
import { Link } from 'wouter';
import { usePublicAddress } from '../installation/snippet-tabs.tsx';
import { useWebsite } from '../shell/place.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { GuideLink } from '../ui/guide-link.tsx';
import { Tabs } from '../ui/tabs.tsx';

type Part = 'page' | 'checkout' | 'webhook';

const parts: readonly { name: Part; label: string; where: string; what: string }[] = [
  {
    name: 'page',
    label: '1. Page',
    where: 'The page tells your server who pays. Your button will have another name:',
    what: 'the code for the page',
  },
  {
    name: 'checkout',
    label: '2. Checkout',
    where: 'Your server puts the visitor into the metadata of the checkout. Stripe hands it back later:',
    what: 'the code for the checkout',
  },
  {
    name: 'webhook',
    label: '3. Webhook',
    where:
      'A program of its own, for any server with Node. Add its address in Stripe under Developers, Webhooks, with the events checkout.session.completed, checkout.session.async_payment_succeeded, invoice.paid and charge.refunded:',
    what: 'the code for the webhook',
  },
];

/** How payments of Stripe come to this website, with its own ID and address. */
export function PaymentDialog({ onClose }: { onClose(): void }) {
  const [chosen, setChosen] = useState<Part>('page');
  const part = parts.find(({ name }) => name === chosen);
  return (
    <Dialog title="Payments from Stripe" width="medium" onClose={onClose}>
      <div className="snippet payment-parts">
        <Tabs<Part> label="Parts" tabs={parts} chosen={chosen} onChoose={setChosen}>
          {part && (
            <>
              <p className="snippet-where">{part.where}</p>
              <CodeBlock code={recipes[part.name]} label={part.what} />
              {part.name === 'webhook' && <Environment />}
            </>
          )}
        </Tabs>
        <p className="snippet-where">
          Another provider: <GuideLink guide="revenue" />
        </p>
      </div>
    </Dialog>
  );
}

function Environment() {
  const { website, workspace } = useWebsite();
  const address = usePublicAddress();
  const lines = [
    `FOOTFALL_URL=${address}`,
    `FOOTFALL_WEBSITE_ID=${website.websiteId}`,
    'FOOTFALL_KEY=wk_…',
    'STRIPE_WEBHOOK_SECRET=whsec_…',
  ];
  return (
    <>
      <p className="snippet-where">
        It reads this from its environment. The key is one of the scope pixel:write:{' '}
        <Link href={`/w/${workspace.id}/settings/keys`}>make one</Link>. Stripe shows the secret of the
        webhook.
      </p>
      <CodeBlock code={lines.join('\n')} label="the environment of the webhook" />
    </>
  );
}
