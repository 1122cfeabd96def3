import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { geoNaturalEarth1, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';

const width = 960;
const height = 460;
// The world atlas has no numbers for places that ISO 3166 leaves open; the country database knows this one.
const codesByName = { Kosovo: 'XK' };
// Nobody visits from there, and it takes a sixth of the picture.
const leftOut = new Set(['AQ']);

/** Outlines of the countries as SVG paths by ISO alpha-2 code, projected once so that browsers need no projection. */
export async function buildWorldMap(root) {
  const atlas = JSON.parse(
    await readFile(join(root, 'node_modules/world-atlas/countries-110m.json'), 'utf8'),
  );
  const { features } = feature(atlas, atlas.objects.countries);
  const shown = features.filter((each) => !leftOut.has(codeOf(each)));
  const projection = geoNaturalEarth1().fitSize([width, height], {
    type: 'FeatureCollection',
    features: shown,
  });
  const draw = geoPath(projection).digits(1);
  const shapes = shown.map((each) => ({ code: codeOf(each), path: draw(each) }));
  return { width, height, shapes: shapes.filter(({ path }) => path) };
}

/** ISO numbers are regions in locales too: their canonical form is the two letters. */
function codeOf({ id, properties }) {
  if (!id) return codesByName[properties.name] ?? null;
  return Intl.getCanonicalLocales(`und-${id}`)[0].slice(4);
}
