/** What to do once the first visit was counted. It stays until all is done, somebody hides it, or two weeks are over. */
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { hints } from '../installation/hints.ts';
import { useWebsite } from '../shell/place.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { CodeBlock } from '../ui/code-block.tsx';
import { GuideLink } from '../ui/guide-link.tsx';
import { IconCheck, IconCross } from '../ui/icons.tsx';
import { hideFirstSteps } from './hidden-steps.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { type StepName, useSteps } from './use-steps.ts';

/** The section of the settings in which mails by schedule are made. */
const mailSection = 'reports';

export default function FirstSteps({ onHide }: { onHide(): void }) {
  const { website } = useWebsite();
  const steps = useSteps();
  if (!steps) return null;
  const done = [...steps.values()].filter(Boolean).length;
  if (done === steps.size) return null;
  const hide = () => {
    hideFirstSteps(website.websiteId);
    onHide();
  };
  return (
    <section className="surface card first-steps" aria-label="First steps">
      <header className="card-head">
        <h2>It counts. What next?</h2>
        <span className="first-steps-done">{`${done} of ${steps.size} done`}</span>
        <IconButton icon={IconCross} label="Hide the first steps" onClick={hide} />
      </header>
      <ol className="first-steps-list">
        {[...steps].map(([name, isDone]) => (
          <Step key={name} name={name} isDone={isDone} />
        ))}
      </ol>
    </section>
  );
}

type StepProps = { name: StepName; isDone: boolean };

function Step({ name, isDone }: StepProps) {
  const { title, Content } = contents[name];
  return (
    <li className={isDone ? 'first-step first-step-done' : 'first-step'} data-step={name} data-done={isDone}>
      <span className="first-step-sign">
        {isDone && <IconCheck size={13} />}
        <span className="unseen">{isDone ? 'Done' : 'To do'}</span>
      </span>
      <div className="first-step-words">
        <h3>{title}</h3>
        {!isDone && <Content />}
      </div>
    </li>
  );
}

const contents: Record<StepName, { title: string; Content(): ReactNode }> = {
  goal: { title: 'Count a goal', Content: GoalStep },
  payment: { title: 'See what visits are worth', Content: PaymentStep },
  invite: { title: 'Invite your team', Content: InviteStep },
  mail: { title: 'Get a weekly email', Content: MailStep },
};

function GoalStep() {
  return (
    <>
      <p>Say what you want visitors to do. Where they have done it, call this on the page:</p>
      <CodeBlock code={hints.goal} label="the call for a goal" />
      <GuideLink guide="goals" />
    </>
  );
}

function PaymentStep() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p>Payments of your server, each credited to the source that brought the visitor.</p>
      <div className="first-step-actions">
        <Button onClick={() => setIsOpen(true)}>Connect Stripe</Button>
        <GuideLink guide="revenue" />
      </div>
      {isOpen && <PaymentDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function InviteStep() {
  const { workspace } = useWebsite();
  return (
    <>
      <p>Everybody sees the same numbers: as an owner, a member or a viewer.</p>
      <Link className="button" href={`/w/${workspace.id}/settings/members`}>
        Invite somebody
      </Link>
    </>
  );
}

function MailStep() {
  const { workspace, state } = useWebsite();
  return (
    <>
      <p>
        {state.mail
          ? 'The figures of the week, compared with those before.'
          : 'The figures of the week, once this server can send mail: its operator sets FOOTFALL_SMTP_URL.'}
      </p>
      <Link className="button" href={`/w/${workspace.id}/settings/${mailSection}`}>
        Open the settings
      </Link>
    </>
  );
}
