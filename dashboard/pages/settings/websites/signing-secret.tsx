import { messageOf } from '../../../api/ask.ts';
import { signingSnippets } from '../../../installation/snippets.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { showToast } from '../../../ui/toast.tsx';

export type SigningSecretProps = { secret: string | null; make(): Promise<unknown>; replace(): void };

export function SigningSecret({ secret, make, replace }: SigningSecretProps) {
  const makeOrSay = () => make().catch((error: unknown) => showToast(messageOf(error), 'bad'));
  return (
    <section className="signing-secret" aria-label="Signatures">
      <h3>Signatures</h3>
      {secret === null ? (
        <>
          <p>With a secret your server can sign whom a page identifies.</p>
          <div>
            <Button onClick={makeOrSay}>Make a secret</Button>
          </div>
        </>
      ) : (
        <>
          <p>Keep the secret on your server. Whoever has it can say that a visitor is anybody.</p>
          <CodeBlock code={secret} label="the secret" />
          <p>The signature is the HMAC-SHA256 of the external ID in hexadecimal:</p>
          <CodeBlock code={signingSnippets.server} label="how to sign" />
          <p>The page that it renders names who is signed in, with the signature:</p>
          <CodeBlock code={signingSnippets.page} label="how to identify" />
          <div>
            <Button onClick={replace}>Replace the secret</Button>
          </div>
        </>
      )}
    </section>
  );
}
