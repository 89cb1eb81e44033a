/** Builds the pages for people into `web/dist`. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * Puts the compiled operation where a source has a `graphql` text. It does what babel-plugin-relay does, without Babel: the name of the
 * operation or fragment is the name of its compiled file.
 */
const relayArtifacts: Plugin = {
  name: 'relay-artifacts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.tsx?$/.test(id) || id.includes('__generated__') || !code.includes('graphql`')) return null;
    const names = new Set<string>();
    const body = code.replace(/graphql`([^`]*)`/g, (_whole, text: string) => {
      const name = /\b(?:query|mutation|subscription|fragment)\s+(\w+)/.exec(text)?.[1];
      if (name === undefined) throw new Error(`${id} has a graphql text without a name`);
      names.add(name);
      return `relay_${name}`;
    });
    const imports = [...names].map(
      (name) => `import relay_${name} from '/src/__generated__/${name}.graphql.ts';`,
    );
    return { code: `${imports.join('')}${body}`, map: null };
  },
};

/** What is served is compressed once, here, as small as can be. */
const compressed: Plugin = {
  name: 'compressed',
  async closeBundle() {
    const folder = join(import.meta.dirname, 'dist', 'assets');
    for (const name of await readdir(folder)) {
      const content = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
      await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
};

/** What most pages need. Whoever has signed in needs nothing of the first page; other parts are of two pages, or hardly ever looked at. */
const isShared =
  /\/web\/src\/(parts|money|relay|app)\/(?!sign-in|lens\/left-out-told|download|kept-place|label-form|flow-picture|party)/;

export default defineConfig({
  root: import.meta.dirname,
  // Relative: the pages work under any path of a proxy.
  base: './',
  plugins: [relayArtifacts, react(), compressed],
  build: {
    // Everything is a file of ours: the content security policy allows no data URLs of scripts or styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Each page is a script of its own. Beside it: the libraries, which seldom change, and what the pages share.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What one page alone needs stays with it.
            { name: 'libraries', test: /node_modules\/(?!@tanstack\/[a-z-]*virtual)/, priority: 2 },
            { name: 'shared', test: isShared, priority: 1 },
          ],
        },
      },
    },
    chunkSizeWarningLimit: 800,
  },
  logLevel: 'warn',
});
