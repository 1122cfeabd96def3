import { CopyButton } from './copy-button.tsx';

/** Something to be pasted elsewhere, with the button that takes it along. A single line is seen whole. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const isLine = !code.includes('\n');
  return (
    <div className={`code ${isLine ? 'code-line' : ''}`}>
      <section className="code-text" aria-label={label} {...(!isLine && { tabIndex: 0 })}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label="Copy" of={label} />
    </div>
  );
}
