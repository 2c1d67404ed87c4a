import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env['PUSHOFF_DEV_SERVER_PORT'] ?? '3001'}`;

export default defineConfig({
  root: 'src/client',
  plugins: [react(), tailwindcss()],
  build: { outDir: '../../dist/client', emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
  server: {
    host: process.env['HOST'] ?? '127.0.0.1',
    port: Number(process.env['PORT'] ?? 3000),
    strictPort: true,
    proxy: { '^/api/': server, '^/healthz$': server, '^/live(\\?|$)': { target: server, ws: true } },
  },
});
