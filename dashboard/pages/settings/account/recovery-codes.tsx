import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconDownload } from '../../../ui/icons.tsx';
import { ShownOnce } from '../shown-once.tsx';

/** To be kept elsewhere. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = codes.join('\n');
  return (
    <ShownOnce
      title="Keep these recovery codes"
      lead="Two-step sign-in is on. If you lose the app, each of these codes lets you in once. They are shown only now."
      foot={
        <>
          <CopyButton text={text} label="Copy" of="the recovery codes" />
          <Button icon={IconDownload} onClick={() => download(text)}>
            Download
          </Button>
          <Button look="quiet" onClick={onDone}>
            I have kept them
          </Button>
        </>
      }
    >
      <ol className="recovery" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </ShownOnce>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  link.download = 'footfall-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
