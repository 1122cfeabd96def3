import { useState } from 'react';
import type { GuideName } from '../../src/http/guides/guides.ts';
import { useAppState, type Website } from '../api/app-state.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Notice } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { findObstacle } from './find-obstacle.ts';
import { buildSnippets, type SnippetName } from './snippets.ts';

/** Where visitors reach the server: as its operator says, else where this page came from. */
export function usePublicAddress(): string {
  return useAppState().data?.publicUrl ?? location.origin;
}

export function SnippetTabs({ website }: { website: Website }) {
  const address = usePublicAddress();
  const [chosen, setChosen] = useState<SnippetName>('html');
  const snippets = buildSnippets({ address, websiteId: website.websiteId, domains: website.domains });
  const obstacle = findObstacle(address, website.domains);
  const guideAt = (name: GuideName) => `/docs/${name}?website=${website.websiteId}`;
  const snippet = snippets.find(({ name }) => name === chosen);
  return (
    <div className="snippet">
      <Tabs<SnippetName>
        label="How your website is made"
        tabs={snippets}
        chosen={chosen}
        onChoose={setChosen}
      >
        {snippet && (
          <>
            <p className="snippet-where">{snippet.where}</p>
            <CodeBlock code={snippet.code} label={`the code for ${snippet.label}`} />
            {obstacle && <Notice tone="warn">{obstacle}</Notice>}
          </>
        )}
      </Tabs>
      <p className="snippet-where">
        Guides: <a href={guideAt('shopify')}>Shopify</a>, <a href={guideAt('webflow')}>Webflow</a>,{' '}
        <a href={guideAt('single-page-apps')}>single-page apps</a>, <a href="/docs">all others</a>.
      </p>
    </div>
  );
}
