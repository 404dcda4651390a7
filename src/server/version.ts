/** The version of this package, as its package.json has it. */
import { readFileSync } from 'node:fs'

export function readVersion(): string {
  // Seen from dist/src/server/.
  const path = new URL('../../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}
