import { readFile } from 'node:fs/promises';

const name = 'footfall:together';

/**
 * Keeps modules in one file. The bundler makes a file for every set of parts of the program that share code, however
 * little that is: dozens for a page. So each part that is loaded later imports all of these modules.
 *
 * @param {readonly string[]} modules paths from the root
 */
export function keepTogether(modules, root) {
  return {
    name,
    setup(build) {
      const parts = new Set();
      build.onResolve({ filter: /^\./ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
        if (kind !== 'dynamic-import' || pluginData === name) return undefined;
        const part = await build.resolve(path, { kind, importer, resolveDir, pluginData: name });
        parts.add(part.path);
        return part;
      });
      build.onLoad({ filter: /\.tsx$/ }, async ({ path }) => {
        if (!parts.has(path)) return undefined;
        return { contents: `import '${name}';${await readFile(path, 'utf8')}`, loader: 'tsx' };
      });
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }));
      build.onLoad({ filter: /./, namespace: name }, () => ({
        contents: modules.map((path) => `import './${path}';`).join(''),
        resolveDir: root,
      }));
    },
  };
}
