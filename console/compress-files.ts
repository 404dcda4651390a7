/**
 * Leaves each file of the build compressed, as `name.gz` and, if it is large, as `name.br`, and without the original: browsers
 * take one of them (Brotli only over TLS or from their own machine), and the server can still inflate one for whoever takes neither.
 * A build that has become too large fails.
 */
import { readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, type BrotliOptions, type ZlibOptions } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:css|js|json|svg|txt)$/
/** Below this, headers weigh more than what is saved. */
const bytesMin = 512
/** What Brotli has to save for a second copy to be worth its place in the package. */
const savedBytesMin = 1024
/** Of what the first page needs, and of all files, as gzip. */
const firstBytesMax = 250_000
const allBytesMax = 600_000

export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    writeBundle: ({ dir }) => compressFolder(dir!),
  }
}

/** The page itself is written last, which shows that a build is whole. */
async function compressFolder(folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = await readFile(page, 'utf8')
  await rm(page)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    compressible.test(name),
  )
  const sizes = await Promise.all(names.map((name) => compress(join(folder, name))))
  const bytesOf = (isMeant: (name: string) => boolean) =>
    names.reduce((sum, name, at) => sum + (isMeant(name) ? sizes[at]! : 0), 0)
  requireSmall(
    'the first page',
    bytesOf((name) => html.includes(name)),
    firstBytesMax,
  )
  requireSmall(
    'all pages',
    bytesOf(() => true),
    allBytesMax,
  )
  await writeFile(page, html)
}

/** Returns how long it is as gzip. */
async function compress(path: string): Promise<number> {
  const body = await readFile(path)
  if (body.length < bytesMin) return body.length
  const zipped = await asGzip(body, { level: constants.Z_BEST_COMPRESSION })
  await writeFile(`${path}.gz`, zipped)
  const smaller = await asBrotli(body, brotliOptions)
  if (zipped.length - smaller.length >= savedBytesMin) await writeFile(`${path}.br`, smaller)
  await rm(path)
  return zipped.length
}

const asGzip = promisify<Buffer, ZlibOptions, Buffer>(gzip)
const asBrotli = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
}

function requireSmall(what: string, bytes: number, bytesMax: number): void {
  if (bytes > bytesMax) throw new Error(`${what} of the console: ${bytes} bytes, not ${bytesMax}`)
}
