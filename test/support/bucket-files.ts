/** A server whose bucket `files` has the given files, and which has an empty bucket `reports`. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Client } from './client.js'
import { withServer } from './engine-servers.js'

export async function withFiles(
  files: Readonly<Record<string, string | Buffer>>,
  use: (client: Client, bucketsDir: string) => Promise<void>,
): Promise<void> {
  const bucketsDir = await mkdtemp(join(tmpdir(), 'gramme-test-files-'))
  try {
    await mkdir(join(bucketsDir, 'reports'))
    for (const [name, content] of Object.entries(files)) {
      const path = join(bucketsDir, 'files', name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
    }
    await withServer((client) => use(client, bucketsDir), { bucketsDir })
  } finally {
    await rm(bucketsDir, { recursive: true, force: true })
  }
}
