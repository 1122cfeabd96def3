import type { CreatedShareLink } from '../../../api/share-links.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { ShownOnce } from '../shown-once.tsx';

/** The address, this once, and how to put it into a page where it may stand in one. */
export function NewShareLink({ made, onDone }: { made: CreatedShareLink; onDone(): void }) {
  return (
    <ShownOnce
      title="Copy this link now"
      lead={`${made.name} is ready. Its address is shown only this once: afterwards nobody can read it, not even the server.`}
      foot={
        <>
          <a className="button" href={made.link} target="_blank" rel="noopener">
            Open it
          </a>
          <Button look="quiet" onClick={onDone}>
            Done
          </Button>
        </>
      }
    >
      <CodeBlock code={made.link} label="the link" />
      {made.frameAncestors.length > 0 && (
        <>
          <div>
            <h3>Put it into a page</h3>
            <p className="shown-once-text">
              Add <code>&amp;theme=light</code> or <code>&amp;theme=dark</code> to the address for colours
              other than those of the reader’s system.
            </p>
          </div>
          <CodeBlock code={buildFrame(made)} label="the frame" />
        </>
      )}
    </ShownOnce>
  );
}

function buildFrame({ link, name }: CreatedShareLink): string {
  const title = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `<iframe src="${link}?embed" title="${title}" width="100%" height="900" style="border: 0" loading="lazy"></iframe>`;
}
