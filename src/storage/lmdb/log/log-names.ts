/** The files of a log in its folder: two, which take turns. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const prefix = 'log-'

export function logPaths(dataDir: string, id: Buffer): readonly [string, string] {
  const name = prefix + id.toString('hex', 0, 8)
  return [join(dataDir, `${name}-0`), join(dataDir, `${name}-1`)]
}

/** The files of all logs, also of those that are not in use any more. */
export function logNamesIn(dataDir: string): readonly string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith(prefix))
}

/** Only the owner of a folder may, and only while it has no log itself. */
export function removeLogs(dataDir: string): void {
  for (const name of logNamesIn(dataDir)) rmSync(join(dataDir, name), { force: true })
}
