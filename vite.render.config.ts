import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { languageOfBuild, translated } from './scripts/lib/translated.mjs';

/** What the server shows and writes to people in one language: the public pages, of the client's source, and mails. */
export default defineConfig({
  plugins: [translated(), react()],
  publicDir: false,
  // Whole in itself: what only pages need is no package of the running server.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: true,
    outDir: 'dist/render',
    // The folder is new, and languages are built into it one after the other.
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: languageOfBuild === undefined,
    rolldownOptions: {
      input: { 'page-renderer': 'src/client/page-renderer.tsx', words: 'src/server/words/words.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
