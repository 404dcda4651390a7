/** Builds the pages that the server serves at `/console`: hashed files, made small, nothing from elsewhere. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { compressFiles } from './compress-files.js'
import { layerOrder } from './layer-order.js'

/** Vite reads its configuration from here by this name. */
// eslint-disable-next-line no-restricted-syntax
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  plugins: [layerOrder(), compressFiles()],
  // The server puts another one into every answer.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/console-pages',
    emptyOutDir: true,
    target: 'es2022',
    // An inlined file would need a policy that allows data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // Radix says where its components may run; these run in browsers only.
      onLog(level, log, report) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
})
