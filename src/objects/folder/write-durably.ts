/** Files and folders that are still there after a crash. */
import { open } from 'node:fs/promises'
import { systemCodeOf } from './file-faults.js'

export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** So that a new name in a folder survives. Not every system can; those do it by themselves. */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    const code = systemCodeOf(error)
    if (code !== 'EPERM' && code !== 'EISDIR' && code !== 'EINVAL' && code !== 'ENOENT') throw error
  }
}
