import { describe, expect, it } from 'vitest';
import { aimAtLeast, aimAtMost, buildAimTable } from './aims.ts';
import { renderMarkdown, renderText } from './table.ts';

describe('aims', () => {
  const aims = [
    aimAtMost('five reports', 1.98765, 2),
    aimAtMost('pages', null, 0.05),
    aimAtMost('memory', 1234.5, 1024),
    aimAtLeast('writes', 0.5, 0.5),
    aimAtLeast('others', 0.499, 0.5),
  ];

  it('stand in columns on a terminal', () => {
    expect(renderText(buildAimTable(aims))).toBe(
      [
        'Aims',
        '                   aim   result',
        'five reports       ≤ 2     1.99       met',
        'pages           ≤ 0.05   failed   not met',
        'memory         ≤ 1,024    1,235   not met',
        'writes           ≥ 0.5      0.5       met',
        'others           ≥ 0.5    0.499   not met',
        '',
      ].join('\n'),
    );
  });

  it('are Markdown in the documentation', () => {
    expect(renderMarkdown({ title: 'Few', head: ['', 'ms'], rows: [['pages', '8.0']] })).toBe(
      '**Few**\n\n|  | ms |\n| --- | ---: |\n| pages | 8.0 |',
    );
  });
});
