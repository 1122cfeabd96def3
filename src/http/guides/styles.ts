import { styles } from '../reference/styles.ts';

/** What guides have beyond the reference; their hash stands in the Content-Security-Policy. */
export const guideStyles = `${styles}
.guide { max-width: 46rem; padding: 3rem 0 2rem; }
.guide > header { margin-bottom: 2rem; }
.guide h1, .contents h1 { margin: 0 0 .75rem; font-size: clamp(1.75rem, 1.4rem + 1.2vw, 2.375rem); font-weight: 660; line-height: 1.15; letter-spacing: -.025em; text-wrap: balance; }
.guide .lead, .contents .lead { margin: 0; font-size: 1.125rem; line-height: 1.6; color: var(--soft); text-wrap: pretty; }
.guide h2 { margin: 2.75rem 0 .75rem; font-size: 1.375rem; }
.guide h3 { margin: 2rem 0 .6rem; }
.guide td { color: var(--text); }
.guide p code, .guide li code, .guide td code, .guide th code, .lead code { padding: .1em .35em; border-radius: 5px; background: var(--panel); box-shadow: inset 0 0 0 1px var(--line); overflow-wrap: anywhere; }
.guide figure.code { margin: 1.25rem 0; }
.guide ol { margin: 0 0 1rem; padding-left: 1.35rem; }
.note { margin: 1.25rem 0; padding: .85rem 1.1rem; border-radius: 10px; background: var(--amber-wash); }
.facts { margin: 1.25rem 0; }
.facts tbody th code { font-weight: 500; white-space: normal; }
.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .5rem 2rem; max-width: 46rem; margin-top: 2rem; padding: 1.5rem 0 4rem; border-top: 1px solid var(--line); }
.contents { max-width: 62rem; padding: 3rem 0 4rem; }
.contents h2 { margin: 2.75rem 0 1rem; font-size: 1.125rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
.cards li { display: grid; margin: 0; }
.cards a { display: block; padding: 1.1rem 1.2rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); color: var(--text); text-decoration: none; }
.cards a:hover { border-color: var(--accent); }
.cards strong { display: block; margin-bottom: .25rem; font-weight: 620; }
.cards span { display: block; color: var(--soft); font-size: .875rem; line-height: 1.5; }
@media (max-width: 56rem) {
  .guide, .contents { padding-top: 2rem; }
}
@media (max-width: 34rem) {
  .facts, .facts tbody, .facts tr, .facts tbody th, .facts td { display: block; }
  .facts thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .facts tr { padding: .8rem 0; border-top: 1px solid var(--line); }
  .facts tbody th, .facts td { padding: 0; border: 0; }
  .facts tbody th { font-weight: 560; }
  .facts td { margin-top: .2rem; color: var(--soft); }
  .facts td[data-label]::before { content: attr(data-label) ": "; color: var(--quiet); }
}
`;
