/** The file that defines the triggers: read whole or not at all, and replaced whole. */
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { triggersFileBytesMax } from './limits.js'

/** Undefined if there is no such file. */
export async function readTriggersFile(file: string): Promise<string | undefined> {
  try {
    const { size } = await stat(file)
    if (size > triggersFileBytesMax) {
      throw new Error(`${file} is longer than ${triggersFileBytesMax} bytes.`)
    }
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A mark that differs between states of a file; undefined if there is no file. */
export async function markOf(file: string): Promise<string | undefined> {
  return stat(file).then(
    ({ mtimeMs, size, ino }) => `${mtimeMs}/${size}/${ino}`,
    () => undefined,
  )
}

/** Readers see the old file or the new one, and nothing in between. */
export async function replaceFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}.tmp`
  const handle = await open(draft, 'w')
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
