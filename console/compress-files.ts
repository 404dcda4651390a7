/**
 * Leaves each file of the build compressed, as `name.br` and `name.gz`, and without the original: browsers take one of
 * them (Brotli only over TLS or from their own machine), and the server can still inflate one for whoever takes neither.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:css|js|json|svg|txt)$/
/** Below this, headers weigh more than what is saved. */
const bytesMin = 512

export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    writeBundle: ({ dir }) => compressFolder(dir!),
  }
}

/** The page itself is written last, which shows that a build is whole. */
function compressFolder(folder: string): void {
  const page = join(folder, 'index.html')
  const html = readFileSync(page)
  rmSync(page)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (compressible.test(name)) compress(join(folder, name))
  }
  writeFileSync(page, html)
}

function compress(path: string): void {
  const body = readFileSync(path)
  if (body.length < bytesMin) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  }
  writeFileSync(`${path}.br`, brotliCompressSync(body, { params }))
  writeFileSync(`${path}.gz`, gzipSync(body, { level: constants.Z_BEST_COMPRESSION }))
  rmSync(path)
}
