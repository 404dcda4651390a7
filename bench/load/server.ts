/**
 * A real server with its data beside the built tree, since the temporary folder may be in memory.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { ServerProcess } from '../../scripts/server-process.js'

/** Provides a folder for data, and removes it afterwards. */
export async function withDataFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(fileURLToPath(new URL('../../bench-data-', import.meta.url)))
  try {
    await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function portOf(server: Pick<ServerProcess, 'url'>): number {
  return Number(new URL(server.url).port)
}
