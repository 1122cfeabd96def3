/**
 * Flags in a few strokes, each as a line: a way of drawing and its colours. What has no line here is shown by its two
 * letters. They are drawn by us because not every system has flags among its letters.
 */
import type { ReactNode } from 'react';

type Way = 'rows' | 'columns' | 'cross' | 'disc' | 'canton' | 'jack';

const lines = `
DE rows 1a1a1a d22 fc2|FR columns 137 fff e23|IT columns 094 fff c23|NL rows a23 fff 248|BE columns 1a1a1a fd2 e34
AT rows e23 fff e23|PL rows fff d24|ES rows b12 fc1 fc1 b12|PT columns 063 d12 d12|IE columns 195 fff f83
HU rows c34 fff 475|RO columns 027 fd1 c12|BG rows fff 096 d21|CZ rows fff d12|SK rows fff 15a e12|SI rows fff 05c e12
HR rows f00 fff 17a|RS rows c34 047 fff|UA rows 05b fd0|RU rows fff 04a d21|LT rows fb1 064 c22|LV rows 934 fff 934
EE rows 07c 111 fff|LU rows e23 fff 0ae|GR rows 05a fff 05a fff 05a|SE cross 06a fc0|NO cross b02 fff|DK cross c12 fff
FI cross fff 037|IS cross 048 fff|CH jack d12 fff d12|GB jack 026 fff c12|US canton b23 fff 336|AU canton 028 028 c12
NZ canton 025 025 c12|CA columns e11 fff fff e11|MX columns 064 fff c12|BR disc 094 fd0|AR rows 7ad fff 7ad|CL rows fff d21
CO rows fd1 fd1 037 c12|PE columns d12 fff d12|JP disc fff b02|KR disc fff c23|CN disc d12 d12|IN rows f93 fff 183
ID rows d12 fff|TH rows a12 fff 236 236 fff a12|VN disc d12 fd0|SG rows d23 fff|PH rows 03a c12|MY canton c00 fff 016
TR disc d12 fff|IL rows fff 03b fff 03b fff|AE rows 073 fff 111|EG rows c12 fff 111|SA rows 063 063|ZA rows d32 074 012
NG columns 085 fff 085|KE rows 111 b12 063|MA rows c22 c22|DZ columns 063 fff|HK disc d12 fff|TW canton d12 d12 008
`;

const flags = new Map(
  lines
    .trim()
    .split(/[|\n]/)
    .map((line) => {
      const [code = '', way, ...colours] = line.split(' ');
      return [code, { way: way as Way, colours: colours.map((colour) => `#${colour}`) }];
    }),
);

const width = 18;
const height = 12;

type Colours = readonly string[];

const stripes = (colours: Colours, isRow: boolean): ReactNode =>
  colours.map((fill, index) => {
    const size = (isRow ? height : width) / colours.length;
    const place = isRow ? { y: index * size, width, height: size } : { x: index * size, width: size, height };
    // biome-ignore lint/suspicious/noArrayIndexKey: stripes that never move.
    return <rect key={index} {...place} fill={fill} />;
  });

const ways: Readonly<Record<Way, (colours: Colours) => ReactNode>> = {
  rows: (colours) => stripes(colours, true),
  columns: (colours) => stripes(colours, false),
  cross: ([ground = '', cross = '']) => (
    <>
      <rect width={width} height={height} fill={ground} />
      <path d={`M6 0v${height}M0 6h${width}`} stroke={cross} strokeWidth="2.4" />
    </>
  ),
  disc: ([ground = '', disc = '']) => (
    <>
      <rect width={width} height={height} fill={ground} />
      <circle cx="9" cy="6" r="3.4" fill={disc} />
    </>
  ),
  canton: ([one = '', other = '', corner = '']) => (
    <>
      {stripes([one, other, one, other, one], true)}
      <rect width="8" height="6.5" fill={corner} />
    </>
  ),
  jack: ([ground = '', wide = '', narrow = '']) => (
    <>
      <rect width={width} height={height} fill={ground} />
      <path d={`M9 2v8M4 6h10`} stroke={wide} strokeWidth="3.6" />
      <path d={`M9 2v8M4 6h10`} stroke={narrow === ground ? wide : narrow} strokeWidth="1.8" />
    </>
  ),
};

export const hasFlag = (code: string): boolean => flags.has(code);

export function Flag({ code }: { code: string }) {
  const flag = flags.get(code);
  if (!flag) return null;
  return (
    <svg className="mark-flag" viewBox={`0 0 ${width} ${height}`} data-flag={code} aria-hidden="true">
      {ways[flag.way](flag.colours)}
    </svg>
  );
}
