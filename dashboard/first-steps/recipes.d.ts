/** Taken from docs/guides/revenue.md by scripts/read-recipes.mjs while the dashboard is built. */
declare module 'footfall:recipes' {
  const recipes: { page: string; checkout: string; webhook: string };
  export default recipes;
}
