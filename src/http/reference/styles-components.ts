/** Headings, tables, badges and code. */
export const componentStyles = `
h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
main h2 { margin: 0 0 1rem; font-size: 1.625rem; font-weight: 660; letter-spacing: -.02em; }
main h3 { margin: 2.25rem 0 .75rem; font-size: 1.1875rem; font-weight: 650; letter-spacing: -.012em; }
.endpoint h3 { margin-top: 0; font-size: 1.4375rem; letter-spacing: -.018em; }
main h4 { margin: 2rem 0 .5rem; font-size: .9375rem; font-weight: 650; }
main p { margin: 0 0 1rem; text-wrap: pretty; }
main ul { margin: 0 0 1rem; padding-left: 1.15rem; }
main li { margin: .4rem 0; }
main li::marker { color: var(--soft); }
.anchor { margin-left: .4em; color: var(--soft); font-weight: 400; text-decoration: none; opacity: 0; }
h2:hover .anchor, h3:hover .anchor, .anchor:focus-visible { opacity: 1; }
dl { margin: 1.5rem 0 0; }
dt { font-weight: 620; }
dd { margin: .1rem 0 1.1rem; color: var(--soft); }

code, kbd, var { font-family: var(--mono); font-style: normal; font-size: .875em; }
.text p code, .text li code, .text td code, dd code { padding: .1em .35em; border-radius: 5px; background: var(--panel); box-shadow: inset 0 0 0 1px var(--line); overflow-wrap: anywhere; }

.address { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem .75rem; }
.text .address code { padding: 0; background: none; box-shadow: none; font-size: .9375rem; }
.address var { color: var(--accent); }
.scope { padding: .08rem .6rem; border: 1px solid var(--line); border-radius: 99px; color: var(--soft); font-size: .75rem; white-space: nowrap; }
.method { display: inline-block; padding: .12rem .5rem; border-radius: 6px; font: 650 .75rem/1.5 var(--mono); letter-spacing: .02em; color: var(--accent); background: color-mix(in srgb, currentColor 11%, transparent); }
.method.post { color: var(--blue); }
.method.patch { color: var(--amber); }
.method.delete { color: var(--red); }

table { width: 100%; margin: .5rem 0 1.25rem; border-collapse: collapse; font-size: .90625rem; line-height: 1.55; }
th, td { padding: .7rem 1rem .7rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; }
th:last-child, td:last-child { padding-right: 0; }
thead th { padding-top: .25rem; padding-bottom: .4rem; color: var(--soft); font-size: .8125rem; }
tbody tr:last-child > * { border-bottom: 0; }
tbody th code { font-weight: 600; white-space: nowrap; }
.fields tbody th code, .errors tbody th code { white-space: normal; overflow-wrap: anywhere; }
td { color: var(--soft); }
.fields thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.fields { border-top: 1px solid var(--line); }
.fields tbody th { width: 40%; }
.type { display: block; color: var(--soft); font-size: .8125rem; }
.required { color: var(--amber); font-size: .8125rem; }
.default { white-space: nowrap; }
.errors td:first-child, .errors thead th:first-child { width: 3.5rem; font-variant-numeric: tabular-nums; }
.errors tbody th { width: 42%; }
.filters { font-size: .90625rem; line-height: 2; }
.filters a { margin-right: .35rem; }

details { border-top: 1px solid var(--line); }
details:last-child { border-bottom: 1px solid var(--line); }
h4 + table + details, .address ~ details { margin-top: 0; }
summary { display: flex; align-items: center; gap: .5rem; padding: .75rem 0; font-size: .9375rem; font-weight: 620; cursor: pointer; list-style: none; }
summary::-webkit-details-marker { display: none; }
summary::before { content: ""; width: .4rem; height: .4rem; margin: 0 .15rem 0 .1rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); }
details[open] > summary::before { transform: rotate(45deg); }
.count { color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums; }
details .fields { border-top: 0; margin-top: 0; }

figure.code { margin: 0 0 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--panel); overflow: hidden; }
figure.code:last-child { margin-bottom: 0; }
figcaption { display: flex; align-items: center; min-height: 2.5rem; padding: .25rem .5rem .25rem 1rem; border-bottom: 1px solid var(--line); color: var(--soft); font-size: .8125rem; }
.copy { margin-left: auto; padding: .15rem .6rem; border: 0; border-radius: 6px; background: none; color: var(--soft); font: 500 .8125rem/1.5 var(--sans); cursor: pointer; }
.copy:hover { background: var(--raised); color: var(--text); }
pre { margin: 0; padding: .9rem 1rem; overflow: auto; font-size: .875rem; line-height: 1.6; tab-size: 2; scrollbar-width: thin; }
pre:focus-visible { outline-offset: -2px; border-radius: 12px; }
pre code { font-size: .9285em; }
pre .k { color: var(--blue); }
pre .s { color: var(--green); }
pre .n { color: var(--amber); }
.origin { color: var(--accent); }

@media (max-width: 34rem) {
  .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; width: auto; }
  .fields tbody th { width: auto; padding: .8rem 0 .15rem; border: 0; }
  .fields tbody td { padding: 0 0 .8rem; }
  .fields .type { display: inline; margin-left: .35rem; }
  .fields tr { border-bottom: 1px solid var(--line); }
  .fields tr:last-child { border-bottom: 0; }
  .fields td { border: 0; }
  .errors, .errors tbody { display: block; }
  .errors thead { display: none; }
  .errors tbody tr { display: grid; grid-template-columns: 3rem minmax(0, 1fr); padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .errors tbody tr > * { width: auto; padding: 0; border: 0; }
  .errors tbody td:last-child { grid-column: 2; }
  th, td { padding-right: .75rem; }
}
`;
