import { useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { IconCheck, IconCopy } from './icons.tsx';

const shownMs = 2000;

/** With a word on it, or as an icon where `label` says what is copied. */
export function CopyButton({ text, label, bare = false }: { text: string; label: string; bare?: boolean }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await copyText(text);
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

/** Browsers have the clipboard on https and on this computer alone; a server of one's own network is often neither. */
async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const carrier = document.createElement('textarea');
  carrier.value = text;
  carrier.className = 'unseen';
  // Within an open dialog nothing outside of it can be selected.
  const parent = document.querySelector('dialog[open]') ?? document.body;
  parent.append(carrier);
  carrier.select();
  document.execCommand('copy');
  carrier.remove();
}
