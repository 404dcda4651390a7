/** Pictures are kept with the documents that show them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url))

/** Whether `--draw` was given. Without `--` before it, npm takes it for an option of its own. */
export function wantsDrawing(args: readonly string[]): boolean {
  return args.includes('--draw') || process.env['npm_config_draw'] === 'true'
}

/** Writes docs/pictures/<name>.svg. */
export function writePicture(name: string, svg: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.svg`), svg)
  console.log(`Drawn: docs/pictures/${name}.svg`)
}
