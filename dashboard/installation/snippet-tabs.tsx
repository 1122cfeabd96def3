import { useState } from 'react';
import type { Website } from '../api/app-state.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { buildSnippets, type SnippetName } from './snippets.ts';

export function SnippetTabs({ website }: { website: Website }) {
  const [chosen, setChosen] = useState<SnippetName>('html');
  const snippets = buildSnippets({
    origin: location.origin,
    websiteId: website.websiteId,
    domains: website.domains,
  });
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
          </>
        )}
      </Tabs>
    </div>
  );
}
