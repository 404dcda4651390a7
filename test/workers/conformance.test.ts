/** A choice of the tests over the wire, against a server with two workers on a data folder. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startTeam } from './team.js'

/** Seen from `dist/test/workers/`. */
const runner = fileURLToPath(new URL('../../scripts/run-tests.js', import.meta.url))
/** Without those that need a server with options of its own. */
const suites = [
  'get-item/',
  'put-item/',
  'update-item/',
  'delete-item/',
  'query/',
  'scan/',
  'batch-write-item/',
  'transact-write-items/',
  'transact-get-items/',
]

describe('a server with two workers', () => {
  it('passes the tests over the wire', async () => {
    const team = await startTeam()
    try {
      const parts = suites.map((suite) => `test/conformance/dynamodb/${suite}`)
      const env = { ...process.env, GRAMME_ENDPOINT: team.server.url }
      const run = promisify(execFile)(process.execPath, [runner, ...parts], { env })
      const { stdout } = await run.catch((error: unknown) => {
        assert.fail(`${(error as { stdout?: string }).stdout}\n${team.server.said()}`)
      })
      assert.match(stdout, /# fail 0/)
    } finally {
      await team.stop()
    }
  })
})
