import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, it } from 'node:test'
import { failingMetaWrites } from '../../../test/support/failing-meta-writes.js'
import { valueOf, write, create, put, range, pageText, space } from '../engine-testing-suite.js'
import {
  printed,
  programOutcome,
  runProgram,
  startProgram,
  withFolder,
} from './child-process-suite.js'
import { openLmdbEngine } from './lmdb-engine.js'

const flushDelayMs = 300
/** Those of the log are writes of a file that is open for writes that flush. */
const flushes = 'fdatasync,fsync,msync,pwrite64'
/** Slows down every flush, like a slow disk. */
const slowDisk = [
  'strace',
  '-f',
  '-qq',
  '-o',
  '/dev/null',
  '-e',
  `trace=${flushes}`,
  '-e',
  `inject=${flushes}:delay_enter=${flushDelayMs * 1000}`,
]
const canTrace = spawnSync(slowDisk[0]!, [...slowDisk.slice(1), 'true']).status === 0
const writing = `
  const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
  const write = (n) => engine.transact({ reads: [], decide: () => ({ result: n, mutations: [
    { kind: 'put', space: 0, key: Buffer.from('k' + n), value: Buffer.from(String(n)) } ] }) })`

describe('durability', () => {
  it('acknowledges a write only after its flush', (t) =>
    withFolder(async (dataDir) => {
      if (!canTrace) return t.diagnostic('strace cannot slow the disk down here')
      const { output, errors } = await runProgram(
        dataDir,
        `${writing}
         for (let n = 0; n < 4; n++) {
           const startedAt = performance.now()
           await write(n)
           console.log(performance.now() - startedAt)
         }
         await engine.close()`,
        slowDisk,
      )
      const latencies = output.trim().split('\n').map(Number)
      assert.equal(latencies.length, 4, errors)
      for (const latency of latencies) assert.ok(latency >= flushDelayMs, `${latency} ms`)
    }))

  it('has the files open so that writes flush', (t) =>
    withFolder(async (dataDir) => {
      if (process.platform !== 'linux') return t.diagnostic('only Linux tells how files are open')
      const straight = await openLmdbEngine({ dataDir, durability: 'durable', straight: true })
      assert.deepEqual(synchronousFiles(dataDir), ['data.mdb'])
      await straight.close()
      const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
      // The first goes into the tree, the second begins the log.
      for (const value of ['1', '2']) await write(engine, [put('a', value, 0)])
      // LMDB opens its file so here too, and does not write through it.
      assert.deepEqual(synchronousFiles(dataDir), ['data.mdb', 'log', 'log'])
      await engine.close()
    }))

  it('refuses everything at once after a failure that LMDB does not recover from, and says so once', (t) =>
    withFolder(async (folder) => {
      const disk = failingMetaWrites(folder)
      if (disk === undefined) return t.diagnostic('there is no C compiler to make writes fail with')
      const { output, errors, code } = await runProgram(
        join(folder, 'data'),
        `import { writeFileSync } from 'node:fs'
         const watch = { onWrites: (refusal) => console.log(refusal.reason) }
         const engine = await openLmdbEngine({ dataDir, durability: 'durable', straight: true, watch })
         const outcome = (work) => work.then(() => 'ok', (error) => error.kind)
         const write = (n) => outcome(engine.transact({ reads: [], decide: () => ({ result: n, mutations: [
           { kind: 'put', space: 0, key: Buffer.from('k' + n), value: Buffer.from(String(n)) } ] }) }))
         console.log(await write(1), await write(2))
         writeFileSync(${JSON.stringify(disk.switchPath)}, '')
         console.log(...await Promise.all([write(3), write(4)]), await write(5))
         console.log(await outcome(engine.read([{ kind: 'get', space: 0, key: Buffer.from('k1') }])))
         await engine.close()
         process.exit()`,
        ['env', ...Object.entries(disk.env).map(([name, value]) => `${name}=${value}`)],
      )
      const lost = 'the database file cannot be used any more'
      const refused = 'unavailable unavailable unavailable'
      assert.equal(output, `ok ok\n${lost}\n${refused}\nunavailable\n`, errors)
      assert.equal(code, 0, errors)
    }))

  it('keeps every acknowledged write of a process that is killed', () =>
    withFolder(async (dataDir) => {
      for (let round = 0; round < 3; round++) {
        const child = startProgram(
          dataDir,
          `${writing}
           const client = async (n) => { for (;; n += 8) { await write(n); console.log('acked', n) } }
           for (let n = 0; n < 8; n++) void client(n)`,
        )
        const ended = programOutcome(child)
        await printed(child, `acked ${(round + 1) * 50}`)
        child.kill('SIGKILL')
        const { output } = await ended
        const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
        for (const [, n] of output.matchAll(/^acked (\d+)$/gm)) {
          assert.equal(await valueOf(engine, `k${n}`, 0), n)
        }
        await engine.close()
      }
    }))

  it('survives a full disk, acknowledging nothing that is lost', () =>
    withFolder(async (dataDir) => {
      const { output, errors, code } = await runProgram(
        dataDir,
        `${writing}
         const value = Buffer.alloc(100_000, 7)
         const fill = (n) => engine.transact({ reads: [], decide: () => ({ result: n, mutations: [
           { kind: 'put', space: 0, key: Buffer.from('big' + n), value } ] }) })
         let acked = 0
         try { for (; acked < 1000; acked++) await fill(acked) }
         catch (error) { console.log(error.name, error.kind) }
         const page = () => engine.read([
           { kind: 'range', space: 0, from: Buffer.from('big'), to: Buffer.from('bih'), entriesMax: 2000 } ])
         const [{ entries }] = await page()
         console.log('kept', entries.length === acked)
         const failures = await Promise.allSettled([fill(2000), fill(2001)])
         console.log(failures.map(({ status }) => status).join())
         console.log('alive', (await page())[0].entries.length === acked)
         await engine.close().catch((error) => console.log(error.name, error.kind))`,
        // In blocks of 512 or 1024 bytes: a few megabytes either way.
        ['sh', '-c', 'ulimit -f 8000; exec "$0" "$@"'],
      )
      assert.match(
        output,
        /^StorageError unavailable\nkept true\nrejected,rejected\nalive true\n/,
        errors,
      )
      assert.equal(code, 0, errors)
      const engine = await openLmdbEngine({ dataDir, durability: 'durable' })
      await write(engine, [create(space), put('after', 'x')])
      assert.equal(await pageText(engine, range()), 'after')
      await engine.close()
    }))
})

function synchronousFiles(dataDir: string): readonly string[] {
  return readdirSync('/proc/self/fd')
    .filter((descriptor) => {
      const flags = /flags:\s*(\d+)/.exec(fileText(`/proc/self/fdinfo/${descriptor}`))?.[1] ?? '0'
      return (parseInt(flags, 8) & 0o10000) !== 0
    })
    .map((descriptor) => linkText(`/proc/self/fd/${descriptor}`))
    .filter((path) => path.startsWith(dataDir))
    .map((path) => basename(path).split('-')[0]!)
    .toSorted()
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function linkText(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
