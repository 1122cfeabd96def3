import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { IconDownload } from '../../../ui/icons.tsx';

/** Shown once, to be kept elsewhere. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const text = codes.join('\n');
  return (
    <div className="shown-once">
      <div role="status">
        <h3>Keep these recovery codes</h3>
        <p className="shown-once-text">
          Two-factor sign-in is on. Each of these codes lets you in once without the app, if you lose it. They
          are shown only now.
        </p>
      </div>
      <ol className="recovery" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="shown-once-foot">
        <CopyButton text={text} label="Copy" />
        <Button icon={IconDownload} onClick={() => download(text)}>
          Download
        </Button>
        <Button look="quiet" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  link.download = 'footfall-recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
}
