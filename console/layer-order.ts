/**
 * Names the cascade layers at the head of every style sheet: the browser orders layers as it meets them first, and
 * which sheet comes first changes with how the build cuts the pages into files.
 */
import type { Plugin } from 'vite'

export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.css') ? `@layer tokens, base, components;\n${code}` : undefined,
  }
}
