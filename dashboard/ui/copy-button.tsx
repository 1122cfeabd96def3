import { useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { IconCheck, IconCopy } from './icons.tsx';

const shownMs = 2000;

export type CopyButtonProps = {
  text: string;
  label: string;
  /** What is copied, for those who hear the button alone. */
  of?: string;
  /** An icon without a word. */
  bare?: boolean;
};

export function CopyButton({ text, label, of, bare = false }: CopyButtonProps) {
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
      {of && <span className="unseen">{of}</span>}
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
