/** The version of this package, as its package.json has it. */
import { existsSync, readFileSync } from 'node:fs'

export function readVersion(): string {
  return (JSON.parse(readFileSync(manifest(), 'utf8')) as { version: string }).version
}

/** The nearest one above this file, which is deeper in the build than in the bundle. */
function manifest(): URL {
  let folder = new URL('./', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) folder = new URL('../', folder)
  return new URL('package.json', folder)
}
