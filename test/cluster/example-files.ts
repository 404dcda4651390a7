/**
 * The files of `docs/examples/patroni` as this machine needs them: the same text, with other
 * addresses and folders, and the pace of a test. So what the documentation shows is what is tested.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Seen from `dist/test/cluster/`. */
const examples = fileURLToPath(new URL('../../../docs/examples/patroni/', import.meta.url))

export interface Replacement {
  readonly from: string
  readonly to: string
}

/** Writes the file to a folder and returns its path. Fails if something to replace is missing. */
export async function writeExample(
  name: string,
  target: { readonly folder: string; readonly as: string },
  replacements: readonly Replacement[],
): Promise<string> {
  let text = await readFile(join(examples, name), 'utf8')
  for (const { from, to } of replacements) {
    if (!text.includes(from)) throw new Error(`${name} has no ${from}`)
    text = text.replaceAll(from, to)
  }
  const path = join(target.folder, target.as)
  await writeFile(path, text, { mode: 0o644 })
  return path
}
