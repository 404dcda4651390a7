import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { open } from 'lmdb'
import { write } from '../engine-testing-suite.js'
import { StorageError, StoreUnusable } from '../errors.js'
import { programOutcome, printed, startProgram, withFolder } from './child-process-suite.js'
import { openLmdbDatabase } from './database.js'
import { claimFolder } from './folder-claim.js'
import { claimStaleMs } from './limits.js'
import { openLmdbEngine } from './lmdb-engine.js'
import { claimStore } from './ownership.js'
import { ownIdentity } from './process-identity.js'
import { ownerKey } from './stored-keys.js'
import { TreeCommits } from './tree-commits.js'

const holding = `
  await openLmdbEngine({ dataDir, durability: 'durable' })
  console.log('open')
  setInterval(() => {}, 1000)`

describe('ownership of a data folder', () => {
  it('refuses a second server, in this process and in another', () =>
    withFolder(async (dataDir) => {
      const engine = await openDurable(dataDir)
      await assert.rejects(openDurable(dataDir), inUseBy(process.pid))
      const child = startProgram(
        dataDir,
        `await openLmdbEngine({ dataDir, durability: 'durable' }).catch((e) => console.log(e.message))`,
      )
      const { output } = await programOutcome(child)
      assert.match(output, inUse(process.pid))
      await write(engine, [])
      await engine.close()
      await (await openDurable(dataDir)).close()
    }))

  it('begins and ends with a flush', () =>
    withFolder(async (dataDir) => {
      let [flushes, fails] = [0, false]
      const datasync = async () => {
        flushes++
        if (fails) throw new Error('EIO')
      }
      const claim = await claimFolder(dataDir)
      const claiming = () => {
        const database = openLmdbDatabase(dataDir, 'relaxed')
        const commits = new TreeCommits(database, { datasync, close: async () => {} })
        return { database, owning: claimStore(commits, dataDir, claim) }
      }
      const { owning } = claiming()
      const ownership = await owning
      assert.equal(flushes, 1)
      await ownership.close()
      assert.equal(flushes, 2)
      fails = true
      const { database, owning: refused } = claiming()
      await assert.rejects(refused, /cannot be flushed/)
      await database.close()
    }))

  it('frees the folder at once when its owner is killed', () =>
    withFolder(async (dataDir) => {
      const child = startProgram(dataDir, holding)
      await printed(child, 'open')
      await assert.rejects(openDurable(dataDir), inUseBy(child.pid!))
      const ended = programOutcome(child)
      child.kill('SIGKILL')
      await ended
      // Its claim is younger than `claimStaleMs`: only a look for the process ends it at once.
      assert.equal(claimsIn(dataDir).length, 1)
      await (await openDurable(dataDir)).close()
      assert.deepEqual(claimsIn(dataDir), [])
    }))

  it('lets exactly one of several that start together have the folder', () =>
    withFolder(async (dataDir) => {
      const opening = Array.from({ length: 5 }, () => openDurable(dataDir))
      const outcomes = await Promise.allSettled(opening)
      const opened = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      assert.equal(opened.length, 1)
      await opened[0]!.close()
    }))

  it('lets exactly one of several processes that start together have the folder', () =>
    withFolder(async (dataDir) => {
      const starting = `
        await openLmdbEngine({ dataDir, durability: 'durable' })
          .then(() => console.log('opened'), (error) => console.log(error.message))
        setInterval(() => {}, 1000)`
      const children = [1, 2, 3, 4].map(() => startProgram(dataDir, starting))
      const ended = children.map(programOutcome)
      const outputs = await Promise.all(children.map((child) => printed(child, '\n')))
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(ended)
      assert.deepEqual(
        outputs.map((output) => (output === 'opened\n' ? 'opened' : 'refused')).sort(),
        ['opened', 'refused', 'refused', 'refused'],
        outputs.join(''),
      )
    }))

  it('takes over from a process that is gone, and from a claim that is not renewed', () =>
    withFolder(async (dataDir) => {
      await claimAs(dataDir, { ...ownIdentity(), startTime: '1' })
      await (await openDurable(dataDir)).close()
      await claimAs(dataDir, { ...ownIdentity(), pid: 2 ** 22 + 1 })
      await (await openDurable(dataDir)).close()
      for (const part of ['pidNamespace', 'bootId']) {
        await claimAs(dataDir, { ...ownIdentity(), [part]: 'elsewhere' }, claimStaleMs + 1000)
        await (await openDurable(dataDir)).close()
      }
      await writeFile(join(dataDir, 'claim-half'), '{"pid":')
      await age(join(dataDir, 'claim-half'), claimStaleMs + 1000)
      await (await openDurable(dataDir)).close()
      assert.deepEqual(claimsIn(dataDir), [])
    }))

  it('ignores a claim that was copied with the folder', () =>
    withFolder(async (dataDir) => {
      await claimAs(dataDir, { ...ownIdentity(), file: '1:1' })
      await (await openDurable(dataDir)).close()
    }))

  it('refuses while an owner that it cannot see renews its claim', () =>
    withFolder(async (dataDir) => {
      const far = { ...ownIdentity(), pid: 99, host: 'far', pidNamespace: 'elsewhere' }
      await claimAs(dataDir, far)
      const renewing = setInterval(() => void age(claimPath(dataDir), 0), 100)
      const sentence = /is in use by another Gramme server \(process 99 on host far\)\.$/
      await assert.rejects(openDurable(dataDir), (error) => sentence.test((error as Error).message))
      clearInterval(renewing)
      assert.deepEqual(claimsIn(dataDir), ['claim-other'])
    }))

  it('writes nothing more once another server has the folder', () =>
    withFolder(async (dataDir) => {
      const engine = await openDurable(dataDir)
      await write(engine, [])
      await engine.ping()
      await replaceRecord(dataDir)
      const lost = (error: unknown) => error instanceof StorageError && error.kind === 'unavailable'
      await assert.rejects(write(engine, []), lost)
      await assert.rejects(write(engine, []), lost)
      await assert.rejects(engine.ping(), lost)
      await engine.close()
      assert.notEqual(await ownerRecord(dataDir), undefined)
    }))
})

function openDurable(dataDir: string) {
  return openLmdbEngine({ dataDir, durability: 'durable' })
}

function inUse(pid: number): RegExp {
  return new RegExp(`is in use by another Gramme server \\(process ${pid} on host .+\\)\\.$`, 'm')
}

function inUseBy(pid: number) {
  return (error: unknown) => error instanceof StoreUnusable && inUse(pid).test(error.message)
}

/** Leaves a claim as another process would. */
async function claimAs(dataDir: string, claim: object, agoMs = 0): Promise<void> {
  const path = claimPath(dataDir)
  await writeFile(path, '')
  const { dev, ino } = statSync(path)
  await writeFile(path, JSON.stringify({ file: `${dev}:${ino}`, held: 1, ...claim }))
  await age(path, agoMs)
}

function claimPath(dataDir: string): string {
  return join(dataDir, 'claim-other')
}

function claimsIn(dataDir: string): readonly string[] {
  return readdirSync(dataDir).filter((name) => name.startsWith('claim-'))
}

async function age(path: string, agoMs: number): Promise<void> {
  const time = new Date(Date.now() - agoMs)
  await utimes(path, time, time)
}

async function replaceRecord(dataDir: string): Promise<void> {
  await withRaw(dataDir, (database) => database.put(ownerKey(), Buffer.from('another')))
}

function ownerRecord(dataDir: string): Promise<Buffer | undefined> {
  return withRaw(dataDir, async (database) => database.getBinary(ownerKey()))
}

async function withRaw<T>(
  dataDir: string,
  use: (database: ReturnType<typeof openRaw>) => Promise<T>,
): Promise<T> {
  const database = openRaw(dataDir)
  try {
    return await use(database)
  } finally {
    await database.close()
  }
}

function openRaw(dataDir: string) {
  return open<Buffer, Buffer>({
    path: dataDir,
    noSubdir: false,
    pageSize: 8192,
    overlappingSync: false,
    keyEncoding: 'binary',
    encoding: 'binary',
  })
}
