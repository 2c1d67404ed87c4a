import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The public pages, for the server to load and render: the client's source, built for Node. */
export default defineConfig({
  plugins: [react()],
  publicDir: false,
  // Whole in itself: what only pages need is no package of the running server.
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: true,
    outDir: 'dist/render',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { 'page-renderer': 'src/client/page-renderer.tsx' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
});
