/** How the script gets on a website: what is pasted where, and whether it arrived. docs/guides/tracking.md says the same. */
import { isLocalHost } from './find-obstacle.ts';

export type Snippet = { name: SnippetName; label: string; where: string; code: string };
export type SnippetName = 'html' | 'next' | 'wordpress' | 'tag-manager';

export type Tagged = {
  /** Where browsers of visitors reach Footfall: `https://stats.example.com`. */
  address: string;
  websiteId: string;
  domains: readonly string[];
};

/** How a server vouches for whom a page identifies. */
export const signingSnippets = {
  server: `// sign-identity.mjs
import { createHmac } from 'node:crypto';

export function signIdentity(externalId) {
  const secret = process.env.FOOTFALL_IDENTITY_SECRET;
  return createHmac('sha256', secret).update(externalId).digest('hex');
}`,
  page: `footfall.identify('customer-42', { plan: 'pro' }, '48240ac0a37bf77fbb064e32458db801fc578e9969eea5744ab49347b2103b7e');`,
};

export function buildSnippets({ address, websiteId, domains }: Tagged): Snippet[] {
  const src = `${address}/footfall.js`;
  // The server leaves out visits on the visitor's own computer unless the tag asks for them.
  const isLocal = domains.length > 0 && domains.every(isLocalHost);
  const local = isLocal ? ' data-allow-local' : '';
  const tag = `<script defer src="${src}" data-website-id="${websiteId}"${local}></script>`;
  return [
    {
      name: 'html',
      label: 'HTML',
      where: 'Paste this into the <head> of every page, or of the template that all pages share.',
      code: tag,
    },
    {
      name: 'next',
      label: 'Next.js',
      where: 'In app/layout.tsx:',
      code: buildNext(src, websiteId, local),
    },
    {
      name: 'wordpress',
      label: 'WordPress',
      where:
        'At the end of the functions.php of your theme, or the tag alone with a plugin that adds code to the header:',
      code: `add_action('wp_head', function () {\n    echo '${tag}';\n});`,
    },
    {
      name: 'tag-manager',
      label: 'Google Tag Manager',
      where: 'A new tag of the type Custom HTML with the trigger All Pages:',
      code: buildTagManager(src, websiteId, isLocal),
    },
  ];
}

function buildNext(src: string, websiteId: string, local: string): string {
  return `import Script from 'next/script';

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <Script src="${src}" data-website-id="${websiteId}"${local} strategy="afterInteractive" />
      </body>
    </html>
  );
}`;
}

/** Tag Manager may drop attributes of a pasted script, so it is made by hand. */
function buildTagManager(src: string, websiteId: string, isLocal: boolean): string {
  const local = isLocal ? "\n    script.setAttribute('data-allow-local', '');" : '';
  return `<script>
  (function () {
    var script = document.createElement('script');
    script.src = '${src}';
    script.setAttribute('data-website-id', '${websiteId}');${local}
    document.head.appendChild(script);
  })();
</script>`;
}
