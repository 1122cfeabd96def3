/** Made by scripts/build-world-map.mjs while the dashboard is built. */
declare module 'footfall:world' {
  const world: { width: number; height: number; shapes: { code: string | null; path: string }[] };
  export default world;
}
