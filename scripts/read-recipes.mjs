import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The code for Stripe as the guide on revenue has it, for the dashboard: the page that begins a checkout, the server that
 * makes it, and the webhook that tells what was paid.
 */
export async function readRecipes(root) {
  const guide = await readFile(join(root, 'docs/guides/revenue.md'), 'utf8');
  const blocks = [...guide.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code]) => code.trimEnd());
  const requireBlock = (text) => {
    const found = blocks.find((code) => code.includes(text));
    if (!found) throw new Error(`docs/guides/revenue.md has no code with ${text}.`);
    return found;
  };
  return {
    page: requireBlock('id="buy"'),
    checkout: requireBlock('// stripe-checkout.mjs'),
    webhook: requireBlock('// stripe-webhook.mjs'),
  };
}
