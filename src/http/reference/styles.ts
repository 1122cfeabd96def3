import { componentStyles } from './styles-components.ts';

/**
 * Ground, type and layout of the page; its hash stands in the Content-Security-Policy. Colours and type are those of the
 * dashboard, which a test compares.
 */
const layoutStyles = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#faf9f6, #131413);
  --panel: light-dark(#f2f0eb, #101110);
  --raised: light-dark(#ffffff, #1a1c1b);
  --hover: light-dark(#f3f1ec, #242726);
  --line: light-dark(#e8e5df, #2b2e2c);
  --text: light-dark(#1b1d1c, #eceeec);
  --soft: light-dark(#474b49, #c2c6c3);
  --quiet: light-dark(#666a67, #999e9b);
  --accent: light-dark(#0c7565, #46c3ab);
  --accent-wash: light-dark(#e2f0ec, #173029);
  --on-accent: light-dark(#ffffff, #07211c);
  --amber: light-dark(#8a5a00, #e2b159);
  --amber-wash: light-dark(#fdf3dd, #382b12);
  --red: light-dark(#b3341f, #f28b76);
  --green: light-dark(#14713f, #58c98a);
  --blue: light-dark(#1d4fb8, #93bdf9);
  --sans: Inter, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", system-ui, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, "Noto Sans Mono", monospace;
  --bar: 3.75rem;
}
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { scroll-padding-top: calc(var(--bar) + 1.5rem); -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); font: 400 1rem/1.65 var(--sans); }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
a { color: var(--accent); text-underline-offset: .18em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
main:focus { outline: none; }
.visually-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: fixed; top: .5rem; left: .5rem; z-index: 20; padding: .5rem 1rem; border-radius: 8px; background: var(--accent); color: var(--on-accent); transform: translateY(-200%); }
.skip:focus { transform: none; }

.bar { position: sticky; top: 0; z-index: 10; display: flex; align-items: center; gap: .75rem; height: var(--bar); padding: 0 1.5rem; border-bottom: 1px solid var(--line); background: var(--ground); }
.brand { display: flex; align-items: center; gap: .6rem; color: var(--text); font-weight: 650; font-size: 1.0625rem; letter-spacing: -.01em; text-decoration: none; }
.brand .product { color: var(--quiet); font-weight: 450; }
.mark { color: var(--accent); }
.mark .bars { fill: var(--on-accent); }
.version { padding: .05rem .5rem; border: 1px solid var(--line); border-radius: 99px; color: var(--soft); font-size: .75rem; font-variant-numeric: tabular-nums; }
.tools { display: flex; align-items: center; gap: .5rem; margin-left: auto; }
.tools button, .tools .plain { padding: .3rem .75rem; border: 1px solid var(--line); border-radius: 8px; background: none; color: var(--soft); font: 500 .8125rem/1.5 var(--sans); text-decoration: none; cursor: pointer; }
.tools button:hover, .tools .plain:hover { border-color: var(--soft); color: var(--text); }
.tools .theme { min-width: 3.9rem; }

.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 96rem; margin: 0 auto; }
main { min-width: 0; padding: 0 3rem; }
.menu { display: none; }

nav { display: block; position: sticky; inset: auto; top: var(--bar); width: auto; height: calc(100dvh - var(--bar)); max-height: none; margin: 0; padding: 1.5rem 1rem 3rem 1.5rem; overflow-y: auto; border: 0; border-right: 1px solid var(--line); background: var(--ground); color: var(--text); font-size: .875rem; line-height: 1.4; scrollbar-width: thin; }
nav h2 { margin: 1.75rem 0 .4rem; padding: 0 .6rem; font-size: .75rem; font-weight: 650; letter-spacing: .02em; color: var(--text); }
nav h2 a { color: inherit; text-decoration: none; }
nav section:first-of-type h2 { margin-top: .75rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: flex; align-items: baseline; justify-content: space-between; gap: .5rem; padding: .32rem .6rem; border-radius: 7px; color: var(--soft); text-decoration: none; }
nav li a:hover { background: var(--hover); color: var(--text); }
nav li a[aria-current] { background: var(--accent-wash); color: var(--accent); }
nav .method { flex: none; font-size: .625rem; padding: 0; background: none; }
.find { position: relative; margin: 0 0 .5rem; }
.find input { width: 100%; padding: .5rem 2rem .5rem .7rem; border: 1px solid var(--line); border-radius: 8px; background: var(--raised); color: var(--text); font: 400 .875rem/1.4 var(--sans); }
.find input::placeholder { color: var(--soft); opacity: 1; }
.find kbd { position: absolute; right: .55rem; top: .5rem; padding: 0 .4rem; border: 1px solid var(--line); border-radius: 5px; color: var(--soft); font: 500 .75rem/1.4 var(--mono); }
.find input:focus + kbd { display: none; }
.nothing { padding: 0 .6rem; color: var(--soft); }

.hero { max-width: 46rem; padding: 4.5rem 0 3.5rem; }
.hero h1 { margin: 0 0 .75rem; font-size: clamp(2.25rem, 1.6rem + 2vw, 3.25rem); font-weight: 680; line-height: 1.1; letter-spacing: -.03em; }
.hero .lead { margin: 0 0 1rem; font-size: 1.3125rem; line-height: 1.5; letter-spacing: -.01em; color: var(--text); }
.hero p { color: var(--soft); }
.split { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 31rem); gap: 0 3rem; padding: 3.25rem 0; border-top: 1px solid var(--line); }
.text { max-width: 43rem; min-width: 0; }
.samples { min-width: 0; align-self: start; position: sticky; top: calc(var(--bar) + 1.5rem); max-height: calc(100dvh - var(--bar) - 3rem); overflow-y: auto; scrollbar-width: thin; }
.samples:empty { display: none; }
.group-head { max-width: 46rem; padding: 5rem 0 2.25rem; border-top: 1px solid var(--line); }
.group-head h2 { font-size: 2.125rem; letter-spacing: -.025em; }
.group-head p { margin: .25rem 0 0; font-size: 1.125rem; color: var(--soft); }
footer { padding: 2.5rem 0 4rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }

@media (max-width: 80rem) {
  .split { grid-template-columns: minmax(0, 46rem); }
  .samples { position: static; max-height: none; margin-top: 1.5rem; }
}
@media (max-width: 56rem) {
  .bar { padding: 0 1rem; }
  .menu { display: block; }
  .version, .tools .plain { display: none; }
  .page { display: block; }
  main { padding: 0 1.125rem; }
  nav:not(:popover-open) { display: none; }
  nav:popover-open { position: fixed; inset: var(--bar) 0 0 auto; width: min(22rem, 100vw); border: 0; border-left: 1px solid var(--line); box-shadow: 0 0 4rem rgb(0 0 0 / .25); }
  nav li a { padding: .55rem .6rem; }
  .find input { font-size: 1rem; }
  .find kbd { display: none; }
  .hero { padding: 2.75rem 0 2.25rem; }
  .split { padding: 2.5rem 0; }
  .group-head { padding: 3.25rem 0 1.5rem; }
}
@media print {
  .bar, nav, .copy { display: none; }
  .page { display: block; }
}
`;

export const styles = layoutStyles + componentStyles;
