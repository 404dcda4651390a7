/** `gramme copy`: moves a whole store from one engine to another, and says what it came to. */
import { copyData } from '../server/copy-data.js'
import { readCopyEnds } from './copy-ends.js'
import type { Environment, GivenFlags } from './options.js'

export async function copy(flags: GivenFlags, environment: Environment): Promise<void> {
  const { from, to } = readCopyEnds(flags, environment)
  const { spaces, entries } = await copyData(from, to, ({ label }, count) => {
    process.stdout.write(`copied ${label}: ${count} entries\n`)
  })
  process.stdout.write(`ok: ${spaces} tables and indexes, ${entries} entries, compared\n`)
}
