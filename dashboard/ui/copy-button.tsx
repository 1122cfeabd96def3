import { useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { IconCheck, IconCopy } from './icons.tsx';

const shownMs = 2000;

/** With a word on it, or as an icon where `label` says what is copied. */
export function CopyButton({ text, label, bare = false }: { text: string; label: string; bare?: boolean }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownMs);
  }
  const icon = copied ? IconCheck : IconCopy;
  if (bare) return <IconButton icon={icon} label={copied ? 'Copied' : label} onClick={copy} />;
  return (
    <Button icon={icon} onClick={copy}>
      {copied ? 'Copied' : label}
    </Button>
  );
}
