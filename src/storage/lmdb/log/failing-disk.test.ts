import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import {
  failingMetaWrites,
  type FailingMetaWrites,
} from '../../../../test/support/failing-meta-writes.js'
import { failingSyncs } from '../../../../test/support/failing-syncs.js'
import { valueOf } from '../../engine-testing-suite.js'
import { programOutcome, startProgram, withFolder } from '../child-process-suite.js'
import { openLmdbEngine } from '../lmdb-engine.js'

/** Prints each write with its outcome. The first goes into the tree, the second begins the log. */
const writing = `
  import { rmSync, writeFileSync } from 'node:fs'
  let told = () => {}
  const watch = { onWrites: () => told() }
  const engine = await openLmdbEngine({ dataDir, durability: 'durable', logLimits, watch })
  const write = async (n) => {
    const outcome = await engine.transact({ reads: [], decide: () => ({ result: 'ok', mutations: [
      { kind: 'put', space: 0, key: Buffer.from('k' + n), value: Buffer.from(String(n)) } ] }) })
      .catch((error) => error.kind)
    console.log(n, outcome)
    return outcome
  }
  const kill = () => process.kill(process.pid, 'SIGKILL')
  await write(1)
  await write(2)`

const usual =
  '{ fileBytesMax: 1e6, fileChangesMax: 1e4, applyDelayMs: 1e6, applyChangesMax: 800, hurriedChangesMax: 800 }'
const oneChange =
  '{ fileBytesMax: 1e6, fileChangesMax: 1, applyDelayMs: 1e6, applyChangesMax: 800, hurriedChangesMax: 800 }'

interface Case {
  readonly disk: (folder: string) => FailingMetaWrites | undefined
  readonly limits: string
  readonly program: string
}

/** Runs a program on a disk that `fail()` breaks and `mend()` repairs; returns the outcome of each write. */
async function outcomes(t: TestContext, folder: string, { disk, limits, program }: Case) {
  const fault = disk(folder)
  if (fault === undefined) {
    t.diagnostic('there is no C compiler to make writes fail with')
    return undefined
  }
  const path = JSON.stringify(fault.switchPath)
  const env = ['env', ...Object.entries(fault.env).map(([name, value]) => `${name}=${value}`)]
  const source = `const logLimits = ${limits}
    const fail = () => writeFileSync(${path}, '')
    const mend = () => rmSync(${path})
    ${writing}
    ${program}`
  const { output, errors } = await programOutcome(startProgram(join(folder, 'data'), source, env))
  const lines = [...output.matchAll(/^(\d+) (\w+)$/gm)].map(
    ([, n, outcome]) => [n!, outcome!] as const,
  )
  assert.ok(lines.length > 2, errors)
  return lines
}

async function requireAcknowledged(folder: string, lines: readonly (readonly [string, string])[]) {
  const engine = await openLmdbEngine({ dataDir: join(folder, 'data'), durability: 'durable' })
  for (const [n, outcome] of lines) {
    if (outcome === 'ok') assert.equal(await valueOf(engine, `k${n}`, 0), n)
  }
  return engine
}

describe('a log on a disk that fails', () => {
  it('refuses what it cannot flush, and goes on once it can', (t) =>
    withFolder(async (folder) => {
      const program = 'fail(); await write(3); await write(4); mend(); await write(5); kill()'
      const lines = await outcomes(t, folder, { disk: failingSyncs, limits: usual, program })
      if (lines === undefined) return
      assert.deepEqual(
        lines.map(([, outcome]) => outcome),
        ['ok', 'ok', 'unavailable', 'unavailable', 'ok'],
      )
      const engine = await requireAcknowledged(folder, lines)
      // What failed was overwritten: it does not come back.
      for (const n of [3, 4]) assert.equal(await valueOf(engine, `k${n}`, 0), undefined)
      await engine.close()
    }))

  it('says that writes are refused once the tree cannot be written, although nobody writes', (t) =>
    withFolder(async (folder) => {
      const program = `fail()
        const lost = new Promise((resolve) => (told = resolve))
        setInterval(() => {}, 1000)
        await write(3)
        await lost
        await write(4)
        await engine.close()
        process.exit()`
      const limits = usual.replace('applyDelayMs: 1e6', 'applyDelayMs: 50')
      const lines = await outcomes(t, folder, { disk: failingMetaWrites, limits, program })
      if (lines === undefined) return
      assert.deepEqual(
        lines.map(([, outcome]) => outcome),
        ['ok', 'ok', 'ok', 'unavailable'],
      )
      await (await requireAcknowledged(folder, lines)).close()
    }))

  it('says so too once the tree cannot be flushed, and keeps what it has acknowledged', () =>
    withFolder(async (folder) => {
      const program = `
        import { open } from 'node:fs/promises'
        let [fails, told] = [false, () => {}]
        const openTreeFile = async (path) => {
          const file = await open(path, 'r+')
          const datasync = async () => { if (fails) throw new Error('EIO'); await file.datasync() }
          return { datasync, close: () => file.close() }
        }
        const watch = { onWrites: (refusal) => { console.log(refusal.reason); told() } }
        const logLimits = ${usual.replace('applyDelayMs: 1e6', 'applyDelayMs: 50')}
        const engine = await openLmdbEngine({ dataDir, durability: 'durable', logLimits, watch, openTreeFile })
        const key = (n) => Buffer.from('k' + n)
        const kindOf = (work) => work.then(() => 'ok', (error) => error.kind)
        const write = (n) => kindOf(engine.transact({ reads: [], decide: () => ({ result: 'ok', mutations: [
          { kind: 'put', space: 0, key: key(n), value: Buffer.from(String(n)) } ] }) }))
        console.log(await write(1), await write(2))
        fails = true
        const lost = new Promise((resolve) => (told = resolve))
        setInterval(() => {}, 1000)
        console.log(await write(3))
        await lost
        fails = false
        console.log(await write(4), await kindOf(engine.read([{ kind: 'get', space: 0, key: key(1) }])))
        await engine.close()
        process.exit()`
      const { output, errors } = await programOutcome(startProgram(join(folder, 'data'), program))
      const lost = 'the database file cannot be used any more'
      assert.equal(output, `ok ok\nok\n${lost}\nunavailable unavailable\n`, errors)
      const acknowledged = ['1', '2', '3'].map((n) => [n, 'ok'] as const)
      await (await requireAcknowledged(folder, acknowledged)).close()
    }))

  it('keeps what it has acknowledged although the tree cannot be written any more', (t) =>
    withFolder(async (folder) => {
      const program = `fail()
        for (let n = 3; await write(n) === 'ok' || n < 6; n++);
        await engine.close()
        process.exit()`
      const lines = await outcomes(t, folder, {
        disk: failingMetaWrites,
        limits: oneChange,
        program,
      })
      if (lines === undefined) return
      assert.equal(lines.at(-1)![1], 'unavailable')
      const engine = await requireAcknowledged(folder, lines)
      await engine.close()
      assert.deepEqual(
        readdirSync(join(folder, 'data')).filter((name) => name.startsWith('log-')),
        [],
      )
    }))
})
