import { CopyButton } from './copy-button.tsx';

/** Something to be pasted elsewhere, with the button that takes it along. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <div className="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page can be scrolled by key. */}
      <section className="code-text" tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <CopyButton text={code} label={`Copy ${label}`} bare />
    </div>
  );
}
