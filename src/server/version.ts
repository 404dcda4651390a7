/** Where this package is, and its version, as its package.json has it. */
import { existsSync, readFileSync } from 'node:fs'

export function readVersion(): string {
  return (
    JSON.parse(readFileSync(new URL('package.json', packageFolder()), 'utf8')) as {
      version: string
    }
  ).version
}

/** The nearest one above this file, which is deeper in the build than in the bundle. */
export function packageFolder(): URL {
  let folder = new URL('./', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) folder = new URL('../', folder)
  return folder
}
